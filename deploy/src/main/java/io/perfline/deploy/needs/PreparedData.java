package io.perfline.deploy.needs;

import io.perfline.core.file.FileTree;
import io.perfline.core.file.Sha256;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.needs.Need;
import io.perfline.deploy.process.SystemTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Folders that {@code prepare} of needs has filled. A folder is filled once for each content of the
 * command and of the files that it names, and copied for each start.
 */
final class PreparedData {

  /** The number of folders that are kept; a comparison uses one or two for each need. */
  private static final int KEPT = 6;

  private static final Duration LONGEST_COPY = Duration.ofMinutes(30);

  /** The needs in running servers that this process has prepared. */
  private static final Set<String> DONE = new HashSet<>();

  private PreparedData() {}

  /**
   * Prepares a need unless that was done before, and copies what was prepared.
   *
   * @param home the project's folder
   * @param to the empty folder of the need
   */
  static void provide(Need need, NeedShell shell, Path home, Path to)
      throws IOException, InterruptedException {
    if (need.prepare() == null) {
      return;
    }
    synchronized (PreparedData.class) {
      String key = key(need, shell.folder());
      if (need.address() != null) {
        String once = home.toAbsolutePath() + " " + key;
        if (!DONE.contains(once)) {
          shell.run("prepare", need.prepare());
          DONE.add(once);
        }
        return;
      }
      Path folder = StateFolder.PREPARED.in(home.toAbsolutePath()).resolve(key);
      if (!Files.isDirectory(folder)) {
        Path part = folder.resolveSibling(key + ".part");
        FileTree.delete(part);
        Files.createDirectories(part);
        NeedShell filling =
            new NeedShell(
                shell.name(),
                shell.values().with(need.name() + ".dir", part.toString()),
                shell.folder(),
                shell.log(),
                shell.port());
        filling.run("prepare", need.prepare());
        Files.move(part, folder);
      }
      Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
      deleteOld(folder.getParent());
      copy(folder, to, shell.log());
    }
  }

  private static void copy(Path from, Path to, Path log) throws IOException, InterruptedException {
    Path output = log.resolveSibling(log.getFileName() + ".copy");
    try {
      SystemTool.run(
          List.of("cp", "-a", from + "/.", to.toString()), Map.of(), output, LONGEST_COPY);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static void deleteOld(Path all) throws IOException {
    try (Stream<Path> folders = Files.list(all)) {
      List<Path> old =
          folders
              .sorted(Comparator.comparing((Path one) -> one.toFile().lastModified()).reversed())
              .skip(KEPT)
              .toList();
      for (Path one : old) {
        FileTree.delete(one);
      }
    }
  }

  /**
   * Returns a digest of the command and of all files and folders of the build that it names, except
   * those into which it writes its output.
   */
  private static String key(Need need, Path folder) throws IOException {
    StringBuilder content = new StringBuilder(need.name() + "\n" + need.prepare());
    for (String word :
        need.prepare().toString().replaceAll(">+\\s*\\S+", " ").split("[\\s'\"=;|&<()]+")) {
      Path named = word.isEmpty() || word.contains("${") ? null : folder.resolve(word).normalize();
      if (named != null && named.startsWith(folder.normalize()) && !named.equals(folder)) {
        content.append('\n').append(word).append(digest(named));
      }
    }
    return Sha256.of(content.toString()).substring(0, 16);
  }

  private static String digest(Path named) throws IOException {
    if (!Files.exists(named)) {
      return "";
    }
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(named)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.append(named.relativize(file)).append(' ').append(Sha256.of(file)).append('\n');
      }
    }
    return Sha256.of(all.toString());
  }
}
