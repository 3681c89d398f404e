package io.perfline.deploy.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Packages of Debian, fetched and unpacked without root and without installing them.
 *
 * @param scratch a directory for what comes up meanwhile
 * @param path where apt-get and dpkg are looked for
 */
record DebianPackages(List<String> names, Path scratch, String path) {

  /**
   * @throws IOException when apt-get or dpkg isn't there or fails; says what it wrote
   */
  void unpackInto(Path directory) throws IOException, InterruptedException {
    String dpkg = tool("dpkg");
    fetch();
    for (String name : names) {
      SystemTool.output(
          List.of(dpkg, "-x", archive(name).toString(), directory.toString()), scratch);
    }
  }

  private String tool(String tool) throws IOException {
    return Launcher.onPath(tool, path)
        .map(Path::toString)
        .orElseThrow(
            () ->
                new IOException(
                    "there is no %s to unpack Debian's %s"
                        .formatted(tool, String.join(", ", names))));
  }

  private void fetch() throws IOException, InterruptedException {
    List<String> own = new ArrayList<>();
    try {
      download(own);
    } catch (IOException noLists) {
      // The machine has no package lists, and only root may fetch them: use lists of our own.
      Path state = Files.createDirectories(scratch.resolve("apt/lists/partial")).getParent();
      Path cache = Files.createDirectories(scratch.resolve("apt/cache/archives/partial"));
      own.add("-oDir::State::Lists=" + state);
      own.add("-oDir::Cache=" + cache.getParent().getParent());
      aptGet(own, "update");
      download(own);
    }
  }

  private void download(List<String> own) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("download"));
    command.addAll(names);
    aptGet(own, command.toArray(String[]::new));
  }

  private void aptGet(List<String> options, String... command)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.addAll(
        List.of(tool("apt-get"), "-q", "-oAcquire::Retries=1", "-oAcquire::http::Timeout=20"));
    // As root apt would drop to a user that can't write here.
    line.add("-oAPT::Sandbox::User=root");
    line.addAll(options);
    line.addAll(List.of(command));
    SystemTool.output(line, scratch);
  }

  private Path archive(String name) throws IOException {
    try (var found = Files.newDirectoryStream(scratch, name + "_*.deb")) {
      for (Path archive : found) {
        return archive;
      }
    }
    throw new IOException("apt-get download " + name + " left no package");
  }
}
