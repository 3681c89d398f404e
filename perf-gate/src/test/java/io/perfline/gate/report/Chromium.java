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

/** Runs the machine's Chromium without a window. */
public final class Chromium {

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
          "--enable-logging=stderr");

  private static final String SCRIPTS = "--virtual-time-budget=30000";

  private final Path program;
  private final Path profile;

  private Chromium(Path program, Path profile) {
    this.program = program;
    this.profile = profile;
  }

  /** Returns the Chromium on the PATH, if there is one. */
  public static Optional<Chromium> find(Path profile) {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(folder -> Stream.of("chromium", "chromium-browser").map(Path.of(folder)::resolve))
        .filter(Files::isExecutable)
        .findFirst()
        .map(program -> new Chromium(program, profile));
  }

  /** Opens a page and returns the browser's error messages. */
  List<String> complaints(URI page) throws IOException, InterruptedException {
    return open(page, List.of("--virtual-time-budget=5000", "--dump-dom")).complaints();
  }

  /**
   * A page after its scripts have run.
   *
   * @param html its elements
   * @param complaints messages in the browser's console
   */
  public record Loaded(String html, List<String> complaints) {}

  /** Opens a page of a size in pixels and runs its scripts. */
  public Loaded load(URI page, int width, int height) throws IOException, InterruptedException {
    return open(page, List.of(SCRIPTS, size(width, height), "--dump-dom"));
  }

  /** Starts a browser whose pages are controlled while they load. */
  public ChromiumPages pages() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(QUIET);
    return ChromiumPages.start(command, profile.resolveSibling("pages"));
  }

  private static String size(int width, int height) {
    return "--window-size=" + width + "," + height;
  }

  private Loaded open(URI page, List<String> how) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(QUIET);
    command.add("--user-data-dir=" + profile);
    command.addAll(how);
    command.add(page.toString());
    Path log = profile.resolveSibling("chromium.log");
    Path html = profile.resolveSibling("chromium.html");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(html.toFile())
            .redirectError(log.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(program + " did not end; its log: " + Files.readString(log));
    }
    return new Loaded(
        Files.readString(html),
        Files.readAllLines(log).stream().filter(line -> line.contains("CONSOLE")).toList());
  }
}
