package io.perfline.gate.report;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The machine's own Chromium, without a window. */
final class Chromium {

  private static final List<String> QUIET =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--enable-logging=stderr",
          "--virtual-time-budget=5000");

  private final Path program;
  private final Path profile;

  private Chromium(Path program, Path profile) {
    this.program = program;
    this.profile = profile;
  }

  /** Nothing when the PATH holds none. */
  static Optional<Chromium> find(Path profile) {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(folder -> Stream.of("chromium", "chromium-browser").map(Path.of(folder)::resolve))
        .filter(Files::isExecutable)
        .findFirst()
        .map(program -> new Chromium(program, profile));
  }

  /** Opens a page and returns what the browser complained of, page and resources loaded. */
  List<String> complaints(URI page) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(QUIET);
    command.addAll(List.of("--user-data-dir=" + profile, "--dump-dom", page.toString()));
    Path log = profile.resolveSibling("chromium.log");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(log.toFile())
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(program + " did not end; its log: " + Files.readString(log));
    }
    return Files.readAllLines(log).stream().filter(line -> line.contains("CONSOLE")).toList();
  }
}
