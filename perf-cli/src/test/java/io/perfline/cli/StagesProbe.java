package io.perfline.cli;

import io.perfline.core.command.Command;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stages that only note how they were called: the run leaves a run.json, the gate leaves a case
 * open until it has looked often enough.
 */
final class StagesProbe implements StageRunner {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

  /** What was called, in order. */
  final List<List<String>> calls = new ArrayList<>();

  private final Path home;
  private final Map<String, Integer> codes = new HashMap<>(Map.of("stack status", 3));
  private final Map<String, Runnable> meanwhile = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private String release = "";
  private int decidedAt = 1;
  private int looks;
  private boolean writesRun = true;

  /** Of a WAR that is deployed where an environment says. */
  StagesProbe(Path home) {
    this.home = home;
    try {
      Files.writeString(
          home.resolve("perf.yml"),
          """
          version: 1
          service: {build: 'true', war: some.war}
          environment: servers.yml
          workloads: workloads
          """);
      Files.writeString(
          home.resolve("servers.yml"),
          """
          name: here
          service: {url: 'http://127.0.0.1:1/some'}
          influxdb: {url: 'http://127.0.0.1:2', database: some, user: '${U}', password: '${P}'}
          """);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The words that say whose the stage is. */
  List<String> project() {
    return List.of("--file", home.resolve("perf.yml").toString());
  }

  /** The words that say where the servers are. */
  List<String> servers() {
    return List.of("--environment", home.resolve("servers.yml").toString());
  }

  StagesProbe ending(String stage, int code) {
    codes.put(stage, code);
    return this;
  }

  /** Does {@code work} while the stage is at work. */
  StagesProbe during(String stage, Runnable work) {
    meanwhile.put(stage, work);
    return this;
  }

  StagesProbe withoutRun() {
    writesRun = false;
    return this;
  }

  /** The gate has decided at the look of this number. */
  StagesProbe decidedAt(int look) {
    decidedAt = look;
    return this;
  }

  StagesProbe naming(String war) {
    release = war;
    return this;
  }

  /** Runs {@code ./perf ci} on these stages, as run one unless another is named. */
  int ci(String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    if (!all.contains("--run-id")) {
      all.addAll(List.of("--run-id", "one"));
    }
    return run(new CiCommand(home, this, CLOCK), all);
  }

  int confirm(String... options) {
    return run(new ConfirmCommand(home, this), List.of(options));
  }

  private int run(Object command, List<String> options) {
    PrintWriter both = new PrintWriter(out, true);
    return Command.run(command, both, both, options.toArray(String[]::new));
  }

  /** All that was printed. */
  String printed() {
    return out.toString();
  }

  /** The stages that were called, by their words. */
  List<String> stages() {
    return calls.stream().map(StagesProbe::stage).toList();
  }

  List<List<String>> called(String stage) {
    return calls.stream().filter(call -> stage(call).equals(stage)).toList();
  }

  @Override
  public int run(PrintWriter into, PrintWriter err, List<String> words) {
    String stage = stage(words);
    calls.add(words);
    try {
      leave(stage, words);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    meanwhile.getOrDefault(stage, () -> {}).run();
    return codes.getOrDefault(stage, 0);
  }

  private void leave(String stage, List<String> words) throws IOException {
    switch (stage) {
      case "baseline" ->
          new BaselineFile(new RunBaseline("main~1", null, "found", null), null, null)
              .write(Path.of(after(words, "--out")));
      case "gate --check" -> Files.writeString(Path.of(after(words, "--release")), release);
      case "run" -> {
        if (writesRun) {
          Path run = Files.createDirectories(Path.of(after(words, "--out")));
          Files.writeString(run.resolve("run.json"), "");
        }
      }
      case "gate" -> {
        if (!words.contains("--open")) {
          return; // of the second comparison
        }
        looks++;
        Files.writeString(
            Path.of(after(words, "--open")), looks < decidedAt ? "paired/record\n" : "");
      }
      default -> {}
    }
  }

  static String after(List<String> words, String option) {
    return words.get(words.indexOf(option) + 1);
  }

  private static String stage(List<String> words) {
    String word = words.get(0);
    if (word.equals("stack")) {
      return word + " " + words.get(1);
    }
    return List.of("--list", "--check", "--add-to").stream()
        .filter(words::contains)
        .map(option -> word + " " + option)
        .findFirst()
        .orElse(word);
  }
}
