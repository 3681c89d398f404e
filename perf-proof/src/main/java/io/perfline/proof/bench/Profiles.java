package io.perfline.proof.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes a profile of the generator and of the server with the JDK's own flight recorder, behind the
 * turns that count: it costs a little.
 */
final class Profiles {

  private static final Duration LENGTH = Duration.ofSeconds(10);
  private static final Duration MOST = Duration.ofSeconds(60);
  private static final String RECORDING = "perfline-bench";

  private final Path folder;
  private final Consumer<String> console;

  private Profiles(Path folder, Consumer<String> console) {
    this.folder = folder;
    this.console = console;
  }

  static Profiles none() {
    return new Profiles(null, text -> {});
  }

  /** Writes {@code NAME-generator.jfr} and {@code NAME-server.jfr} into {@code folder}. */
  static Profiles into(Path folder, Consumer<String> console) throws IOException {
    return new Profiles(Files.createDirectories(folder).toAbsolutePath(), console);
  }

  /** Lets {@code side} run and tells where generator and server spent their time. */
  void take(String name, Contender side, long server) throws InterruptedException, IOException {
    if (folder == null) {
      return;
    }
    jcmd(server, "JFR.start", "name=" + RECORDING, "settings=profile");
    try {
      take(name, side);
    } finally {
      stop(server, file(name) + "-server");
    }
  }

  /** The same of the generator alone, beside a server that isn't Java's. */
  void take(String name, Contender side) throws InterruptedException, IOException {
    if (folder == null) {
      return;
    }
    long generator = ProcessHandle.current().pid();
    jcmd(generator, "JFR.start", "name=" + RECORDING, "settings=profile");
    try {
      side.run(LENGTH);
    } finally {
      stop(generator, file(name) + "-generator");
    }
  }

  private static String file(String name) {
    return name.replaceAll("[^A-Za-z0-9]+", "_");
  }

  private void stop(long pid, String name) throws InterruptedException, IOException {
    Path file = folder.resolve(name + ".jfr");
    jcmd(pid, "JFR.stop", "name=" + RECORDING, "filename=" + file);
    console.accept(name + ", " + file);
    HotSpots.in(file).forEach(console);
  }

  private void jcmd(long pid, String... order) throws InterruptedException, IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    List<String> command = new ArrayList<>(List.of(jcmd, Long.toString(pid)));
    command.addAll(List.of(order));
    ExternalTool.run(command, folder.resolve("jcmd.log"), MOST);
  }
}
