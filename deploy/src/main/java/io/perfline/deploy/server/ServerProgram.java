package io.perfline.deploy.server;

import static java.util.stream.Collectors.joining;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.deploy.process.PrivateFiles;
import io.perfline.deploy.process.SystemTool;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The executable of a server: from the PATH, otherwise from Debian's package, which is unpacked
 * into a cache without root.
 *
 * @param what the name and the required version, for messages
 * @param program the file name of the executable
 * @param packages the names of Debian's packages: first the program's own, then those it depends on
 * @param version the argument that makes the program print its version
 * @param fitting the regular expression that the output with this argument must match
 */
record ServerProgram(
    String what, String program, List<String> packages, String version, String fitting) {

  static final ServerProgram INFLUXDB =
      new ServerProgram(
          "InfluxDB 1.x", "influxd", List.of("influxdb"), "version", "(?s)InfluxDB v?1\\..*");

  /** Redis, whose package only contains a link to the program; the program is in redis-tools. */
  static final ServerProgram REDIS =
      new ServerProgram(
          "Redis 6 or later",
          "redis-server",
          List.of("redis-server", "redis-tools", "libjemalloc2", "liblzf1", "libatomic1"),
          "--version",
          "(?s)(Redis|Valkey) server v=([6-9]|\\d\\d)\\..*");

  static final ServerProgram ETCD =
      new ServerProgram(
          "etcd 3.4 or later",
          "etcd",
          List.of("etcd-server"),
          "--version",
          "(?s)etcd Version: (3\\.([4-9]|\\d\\d)|[4-9])\\..*");

  /** Guards the file lock, because the JVM allows only one thread to wait for it. */
  private static final Object ONE_AT_A_TIME = new Object();

  /**
   * Returns the program's path; downloads the program if it is not installed.
   *
   * @throws Fault (exit code 3) with the ways to get the program
   */
  Path find(Path home, Map<String, String> environment) throws IOException, InterruptedException {
    String path = environment.getOrDefault("PATH", "");
    List<String> tried = new ArrayList<>();
    Optional<Path> installed = SystemTool.onPath(program, path);
    if (installed.isPresent()) {
      if (fits(installed.get(), tried)) {
        return installed.get();
      }
    } else {
      tried.add("no " + program + " on the PATH");
    }
    Path cache = cache(home, environment);
    Path unpacked = cache.resolve(folder()).resolve("usr/bin").resolve(program);
    if (Files.isExecutable(unpacked)) {
      return unpacked;
    }
    try {
      return unpack(cache, unpacked, path);
    } catch (IOException e) {
      tried.add(e.getMessage());
      throw none(cache, tried);
    }
  }

  /**
   * Returns the command of a program that {@link #find} found. An unpacked program is started by
   * {@code env}, which sets the path of its libraries.
   */
  List<String> command(Path found) throws IOException {
    return command(found, found);
  }

  /** Returns the command of a tool that is installed with a program; empty if it is missing. */
  Optional<List<String>> tool(Path found, String tool) throws IOException {
    Path sibling = found.resolveSibling(tool);
    return Files.isExecutable(sibling) ? Optional.of(command(found, sibling)) : Optional.empty();
  }

  private List<String> command(Path found, Path started) throws IOException {
    if (packages.size() == 1 || !found.endsWith(Path.of(folder(), "usr/bin", program))) {
      return List.of(started.toString());
    }
    try (var below = Files.list(found.resolve("../../lib").normalize())) {
      String folders =
          below.filter(Files::isDirectory).map(Path::toString).sorted().collect(joining(":"));
      return List.of("env", "LD_LIBRARY_PATH=" + folders, started.toString());
    }
  }

  /** Returns the name of the program's folder in the cache. */
  private String folder() {
    return packages.get(0);
  }

  private Path unpack(Path cache, Path unpacked, String path)
      throws IOException, InterruptedException {
    synchronized (ONE_AT_A_TIME) {
      try (FileChannel file =
              FileChannel.open(
                  cache.resolve(folder() + ".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = file.lock()) {
        if (lock.isValid() && !Files.isExecutable(unpacked)) {
          Path fresh = Files.createTempDirectory(cache, folder() + "-");
          try {
            new DebianPackages(packages, fresh, path).unpackInto(fresh.resolve("files"));
            FileTree.delete(cache.resolve(folder()));
            Files.move(
                fresh.resolve("files"), cache.resolve(folder()), StandardCopyOption.ATOMIC_MOVE);
          } finally {
            FileTree.delete(fresh);
          }
        }
      }
    }
    if (!Files.isExecutable(unpacked)) {
      throw new IOException("Debian's package %s has no usr/bin/%s".formatted(folder(), program));
    }
    return unpacked;
  }

  private boolean fits(Path installed, List<String> tried)
      throws IOException, InterruptedException {
    String output =
        SystemTool.output(List.of(installed.toString(), version), installed.getParent()).strip();
    boolean fits = output.matches(fitting);
    if (!fits) {
      tried.add("%s is not %s: %s".formatted(installed, what, output));
    }
    return fits;
  }

  private Fault none(Path cache, List<String> tried) {
    return Fault.noVerdict(
        """
        there is no %s: %s.
        Get it in one of these ways, then start again:
          - as root: apt-get install %s (Debian and Ubuntu)
          - put %s on the PATH
          - unpack the packages %s where it is looked for: dpkg -x PACKAGE.deb %s\
        """
            .formatted(
                what,
                String.join("; ", tried),
                folder(),
                program,
                String.join(", ", packages),
                cache.resolve(folder())));
  }

  /**
   * Debian packages that are downloaded and unpacked, but not installed, so that no root is needed.
   *
   * @param scratch a directory for temporary files
   * @param path the search path for apt-get and dpkg
   */
  private record DebianPackages(List<String> names, Path scratch, String path) {

    /**
     * Downloads the packages and unpacks them into {@code directory}.
     *
     * @throws IOException if apt-get or dpkg is missing or fails; the message contains its output
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
      return SystemTool.onPath(tool, path)
          .map(Path::toString)
          .orElseThrow(
              () ->
                  new IOException(
                      "there is no %s to unpack Debian's %s"
                          .formatted(tool, String.join(", ", names))));
    }

    private void fetch() throws IOException, InterruptedException {
      List<String> options = new ArrayList<>();
      try {
        download(options);
      } catch (IOException noLists) {
        // The machine may have no package lists, and only root can update them, so use separate
        // lists.
        Path state = Files.createDirectories(scratch.resolve("apt/lists/partial")).getParent();
        Path cache = Files.createDirectories(scratch.resolve("apt/cache/archives/partial"));
        options.add("-oDir::State::Lists=" + state);
        options.add("-oDir::Cache=" + cache.getParent().getParent());
        aptGet(options, "update");
        download(options);
      }
    }

    private void download(List<String> options) throws IOException, InterruptedException {
      List<String> command = new ArrayList<>(List.of("download"));
      command.addAll(names);
      aptGet(options, command.toArray(String[]::new));
    }

    private void aptGet(List<String> options, String... command)
        throws IOException, InterruptedException {
      List<String> line = new ArrayList<>();
      line.addAll(
          List.of(tool("apt-get"), "-q", "-oAcquire::Retries=1", "-oAcquire::http::Timeout=20"));
      // When run as root, apt would otherwise switch to a user that can't write here.
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

  /**
   * Returns {@code $XDG_CACHE_HOME/perfline} or, if this variable is not set, {@code
   * $HOME/.cache/perfline}. If that folder is not writable, returns {@code .perf/cache} of the
   * checkout.
   */
  private static Path cache(Path home, Map<String, String> environment) throws IOException {
    Optional<Path> ofUser =
        absolute(environment.get("XDG_CACHE_HOME"))
            .or(() -> absolute(environment.get("HOME")).map(user -> user.resolve(".cache")));
    if (ofUser.isPresent()) {
      try {
        Path cache = PrivateFiles.directory(ofUser.get().resolve("perfline"));
        if (Files.isWritable(cache)) {
          return cache;
        }
      } catch (IOException noUsableHome) {
        return ofCheckout(home);
      }
    }
    return ofCheckout(home);
  }

  private static Path ofCheckout(Path home) throws IOException {
    return PrivateFiles.directory(StateFolder.CACHE.in(home.toAbsolutePath().normalize()));
  }

  private static Optional<Path> absolute(String path) {
    return Optional.ofNullable(path)
        .filter(text -> !text.isEmpty())
        .map(Path::of)
        .filter(Path::isAbsolute);
  }
}
