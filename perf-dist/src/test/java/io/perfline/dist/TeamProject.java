package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder of a team that uses the installed perfline. */
final class TeamProject {

  private static final String FILE = "perf.yml";
  private static final String THRESHOLDS = "thresholds.yml";
  private final Path folder;
  private final Installation perfline;
  private String options = "";

  TeamProject(Path folder, Installation perfline) {
    this.folder = folder;
    this.perfline = perfline;
  }

  /**
   * Runs {@code perfline init} as documented and checks the next steps that it prints.
   *
   * @param part of the documented command
   * @param instead replacements of the documented example's values
   */
  void init(String part, Map<String, String> instead) throws IOException, InterruptedException {
    String command = page().command("perfline init ", part);
    for (Map.Entry<String, String> one : instead.entrySet()) {
      assertThat(command).contains(one.getKey());
      command = command.replace(one.getKey(), one.getValue());
    }
    Ended ended = perfline.shell(folder, Map.of(), command);
    assertThat(ended.code()).as("%s", ended).isZero();
    assertThat(ended.text()).contains(FILE, THRESHOLDS, "perfline ci");
  }

  private Tutorial page() throws IOException {
    return Tutorial.read(perfline.path("docs/perf-yml.md"));
  }

  /** Shortens the loads, also those of a build that is not warm, and the number of samples. */
  void shorten(String duration) throws IOException {
    edit(
        FILE,
        "{warm_up: 5 s, duration: 20 s}",
        "{warm_up: 1 s, warm_up_most: 2 s, duration: %s}".formatted(duration));
    edit(THRESHOLDS, "min_samples: 100", "min_samples: 20");
    edit(THRESHOLDS, ">= 95 %", ">= 1 %");
    edit(THRESHOLDS, "<= 95 %", "<= 100 %");
  }

  /** Loosens all relative limits so that two versions that differ pass, and are soon decided. */
  void allowThreeTimesAsMuch() throws IOException {
    String limits = Files.readString(folder.resolve(THRESHOLDS));
    String loose = limits.replaceAll("<= \\+\\d+ %", "<= +200 %");
    assertThat(loose).isNotEqualTo(limits);
    write(THRESHOLDS, loose);
  }

  /** Records no methods for failed comparisons, which takes two more deployments. */
  void withoutMethods() {
    options = " --no-why";
  }

  /** Replaces text in a file. */
  void edit(String file, String from, String to) throws IOException {
    String text = Files.readString(folder.resolve(file));
    assertThat(text).contains(from);
    write(
        file, text.replaceFirst(Pattern.quote(from), java.util.regex.Matcher.quoteReplacement(to)));
  }

  void write(String file, String text) throws IOException {
    Files.createDirectories(folder.resolve(file).getParent());
    Files.writeString(folder.resolve(file), text);
  }

  /** Allows load of other processes, because other tests use the machine too. */
  private void allowOtherProcesses() throws IOException {
    Path thresholds = folder.resolve(THRESHOLDS);
    if (Files.exists(thresholds)) {
      String text = Files.readString(thresholds);
      Files.writeString(
          thresholds, text.replaceFirst("foreign_cpu: \"<= \\d+ %\"", "foreign_cpu: \"<= 100 %\""));
    }
  }

  void commit(String message) throws IOException, InterruptedException {
    allowOtherProcesses();
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-q", "-m", message);
  }

  private void git(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    Ended ended = Installation.run(folder, command);
    assertThat(ended.code()).as("%s", ended).isZero();
  }

  /** Runs {@code perfline ci} and checks exit code and output. */
  Ended ci(int code, String... says) throws IOException, InterruptedException {
    return ci(Map.of(), code, says);
  }

  Ended ci(Map<String, String> variables, int code, String... says)
      throws IOException, InterruptedException {
    if (!Files.exists(folder.resolve(".git"))) {
      allowOtherProcesses();
    }
    Ended ended = perfline.shell(folder, variables, page().command("perfline ci", "") + options);
    assertThat(ended.code()).as(ended.text()).isEqualTo(code);
    assertThat(ended.text()).contains(says);
    return ended;
  }

  /** An unknown key is reported with its position, and nothing is measured. */
  void refusesAFaultyFile(Map<String, String> variables) throws IOException, InterruptedException {
    edit(FILE, "load:", "lod:");
    Ended ended = ci(variables, 2, "perf.yml:", "lod");
    assertThat(ended.text()).doesNotContain("==> run", "\tat ");
    edit(FILE, "lod:", "load:");
  }

  /** Uses an absolute limit, because a relative one needs many pairs on a busy machine. */
  void limitTo(int millis) throws IOException {
    edit(THRESHOLDS, "<= 250 ms", "<= %d ms".formatted(millis - 5));
    edit(THRESHOLDS, "<= 500 ms", "<= %d ms".formatted(millis));
  }

  /** Returns the names of the last run's cases. */
  List<String> cases() throws IOException {
    return lastRun().cases().stream().map(CaseResult::name).toList();
  }

  Run lastRun() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
      return RunFile.read(
          runs.filter(Files::isDirectory).sorted().reduce((first, last) -> last).orElseThrow());
    }
  }
}
