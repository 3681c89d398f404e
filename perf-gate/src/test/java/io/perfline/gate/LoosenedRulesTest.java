package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.StoppingRule;
import io.perfline.gate.judge.PairedRuns;
import io.perfline.gate.text.MarkdownFile;
import io.perfline.gate.text.TextFile;
import io.perfline.gate.text.VerdictText;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests commits that change the rules by which they are judged; http/record has a p95 of 95 ms and
 * uses 40 % CPU.
 */
class LoosenedRulesTest {

  private static final String PERF =
      """
      version: 1
      service: {url: http://127.0.0.1:1}
      workloads: loads
      load: {home: {connections: 4, requests: [{get: /}]}}
      profiles: {commit: {warm_up: 5 s, duration: 20 s}}
      """;
  private static final String LOADS =
      """
      cases:
        record: {of: http, with: {connections: 8}, profiles: [commit, nightly]}
        pages: {of: http, with: {connections: 1}}
      """;

  @TempDir private Path folder;
  private GateStand stand;

  @BeforeEach
  void aCheckout() throws IOException, InterruptedException {
    stand = new GateStand(folder);
    Files.createDirectory(folder.resolve("loads"));
    write("perf.yml", PERF);
    write("loads/paired.yml", LOADS);
    git("init", "-q");
  }

  @ParameterizedTest(name = "{0} → {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <= 90 ms  | <= 500 ms | WARN | Changed since main~1 (%s): 1 looser limit.
          <= 200 ms | <= 500 ms | WARN | Changed since main~1 (%s): 1 looser limit.
          <= 500 ms | <= 200 ms | PASS | all 2 limits measured by the profile commit are met.
          """)
  void aLooserLimitWarns(String from, String to, String outcome, String message) throws Exception {
    baseline(limits(from, ""));
    stand.limits(limits(to, ""));

    assertThat(gate()).as(stand.printed()).isZero();
    assertThat(verdict().outcome().id()).isEqualTo(outcome);
    assertThat(verdict().summary()).endsWith(message.formatted(commit()));
  }

  @Test
  void everyOutputNamesEachChangeFirst() throws Exception {
    baseline(limits("<= 90 ms", ""));
    write("perf.yml", PERF.replace("connections: 4", "connections: 1"));
    stand.limits(limits("<= 500 ms", "").replaceFirst("  - .id: rate.*\n", ""));
    gate();
    String limit = "the limit 'p95' is <= 500 ms instead of <= 90 ms";
    String removed = "the limit 'rate' is gone; at the baseline it was >= 50 msg/s";
    String load = "the setting load.home.connections is 1 instead of 4";

    assertThat(VerdictText.of(verdict(), "main~1", Map.of()).lines().skip(1))
        .startsWith("WARN  " + limit, "WARN  " + removed, "WARN  " + load);
    assertThat(Files.readAllLines(folder.resolve(MarkdownFile.NAME)))
        .as("the comment")
        .startsWith("### Performance: WARN", "", escaped(verdict().summary()))
        .containsSubsequence("- " + escaped(limit), "- " + escaped(removed), "- " + escaped(load));
    assertThat(Files.readAllLines(folder.resolve(TextFile.NAME)).subList(1, 4))
        .containsExactly(limit, removed, load);
    assertThat(VerdictText.counts(verdict())).as("not a limit").startsWith("1 limit met");
  }

  private static String escaped(String text) {
    return MarkdownFile.escape(text);
  }

  @Test
  void allChangesAreNamedHoweverManyThereAre() throws Exception {
    StringBuilder earlier = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      earlier.append(
          "  - {id: l%d, case: http/record, metric: error_rate, pass: '<= 50 %%'}%n".formatted(i));
    }
    baseline(limits("<= 500 ms", earlier.toString()));
    stand.limits(limits("<= 500 ms", ""));
    gate();

    assertThat(VerdictText.of(verdict(), "main~1", Map.of()))
        .contains("the limit 'l0' is gone", "the limit 'l39' is gone");
  }

  @Test
  void anExceededLimitFailsWhateverElseWasChanged() throws Exception {
    baseline(limits("<= 50 ms", ""));
    stand.limits(limits("<= 90 ms", ""));

    assertThat(gate()).as(stand.printed()).isEqualTo(1);
    assertThat(VerdictText.of(verdict(), "main~1", Map.of()))
        .startsWith("FAIL")
        .contains("WARN  the limit 'p95' is <= 90 ms instead of <= 50 ms");
  }

  @Test
  void aRemovedLimitIsLooserButARenamedOneIsNot() throws Exception {
    baseline(limits("<= 500 ms", ""));
    stand.limits(limits("<= 500 ms", "").replace("id: p95", "id: slow"));
    assertThat(gate()).isZero();
    assertThat(verdict().outcome().id()).as(stand.printed()).isEqualTo("PASS");

    stand.limits(limits("<= 500 ms", "").replaceFirst("  - .id: p95.*\n", ""));
    assertThat(gate()).as(stand.printed()).isZero();
    assertThat(verdict().outcome().id()).isEqualTo("WARN");
    assertThat(verdict().summary()).endsWith("1 looser limit.");
  }

  /** Without a limit on what was measured there is no verdict, whatever was changed. */
  @Test
  void aChangeDoesNotReplaceAMeasurement() throws Exception {
    baseline(limits("<= 500 ms", ""));
    stand.limits(
        """
        version: 1
        thresholds:
          - {id: p95, case: http/browse, metric: response_time.p95, pass: "<= 1 s"}
        """);

    assertThat(gate()).as(stand.printed()).isEqualTo(3);
    assertThat(verdict().lines(Finding.LOOSENED)).isNotEmpty();
  }

  @Test
  void aWaiverAndALooserRuleForValidRunsAreLooserToo() throws Exception {
    String valid = "valid_run: {generator_cpu: '<= %s'}\n";
    baseline(limits("<= 90 ms", valid.formatted("60 %")));
    String waiver =
        "waivers: [{threshold: p95, ceiling: 1 s, until: 2999-01-01, issue: P-1, reason: r}]\n";
    stand.limits(limits("<= 90 ms", valid.formatted("98 %") + waiver));

    assertThat(gate()).as(stand.printed()).isZero();
    assertThat(VerdictText.changes(verdict()))
        .containsExactly(
            "the setting valid_run.generator_cpu is <= 98 % instead of <= 60 %",
            "the setting waivers.p95 is 1 s until 2999-01-01, but was not set at the baseline");
  }

  @Test
  void aSecondWaiverOfTheSameLimitIsLooserWhereverItIs() throws Exception {
    String waiver = "{threshold: p95, ceiling: %s, until: 2999-01-01, issue: P-1, reason: r}";
    String small = waiver.formatted("91 ms");
    baseline(limits("<= 90 ms", "waivers: [%s]\n".formatted(small)));
    String large = waiver.formatted("10 s");

    for (String both : List.of(large + ", " + small, small + ", " + large)) {
      stand.limits(limits("<= 90 ms", "waivers: [%s]\n".formatted(both)));
      assertThat(gate()).as(stand.printed()).isZero();
      assertThat(stand.printed()).contains("waivers.p95", "10 s until 2999-01-01");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          last: 20             | last: 5               | compared with branch main (last 5
          main: {branch: main  | main: {branch: slow   | compared with branch slow (last 20
          pass: "<= +12 %"     | pass: "<= +500 %"     | the limit 'old' is <= +500 %
          baseline: release}   | baseline: parent}     | compared with the last good commit
          pass: ">= 50 users"  | pass: ">= 50 users", warn: ">= 9 users" | , warn >= 9 users
          """)
  void findsEveryLooserRule(String from, String to, String message) throws Exception {
    baseline(RELATIVE);
    stand.limits(RELATIVE);
    gate();
    assertThat(VerdictText.changes(verdict())).isEmpty();

    stand.limits(RELATIVE.replace(from, to));
    gate();
    assertThat(VerdictText.changes(verdict()))
        .singleElement()
        .asString()
        .contains(" instead of ")
        .contains(message);
  }

  private static final String RELATIVE =
      """
      version: 1
      baselines:
        main: {branch: main, last: 20}
        parent: {paired: true}
        release: {paired: true, since: release}
      thresholds:
        - {id: new, case: http/record, metric: response_time.p95, pass: "<= +9 %", baseline: main}
        - {id: old, case: http/record, metric: cpu, pass: "<= +12 %", baseline: release}
      capacity:
        - {id: users, case: http/*, goal: {pages: 95 %, within: 6 s, errors: 5 %, confidence: 95 %}, pass: ">= 50 users"}
      """;

  @Test
  void aCaseOfFewerProfilesIsLostAndAChangedLoadIsNamed() throws Exception {
    baseline(limits("<= 500 ms", ""));
    stand.limits(limits("<= 500 ms", ""));
    write("loads/paired.yml", LOADS.replace("[commit, nightly]", "[nightly]"));
    write("perf.yml", PERF.replace("connections: 4", "connections: 1"));

    assertThat(gate()).as(stand.printed()).isZero();
    assertThat(verdict().outcome().id()).isEqualTo("WARN");
    assertThat(verdict().summary()).endsWith("1 lost case and 1 changed setting.");
    assertThat(VerdictText.changes(verdict()))
        .containsExactly(
            "the case paired/record is measured in nightly instead of commit, nightly",
            "the setting load.home.connections is 1 instead of 4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"users.csv", "größen 2026.csv", "users"})
  void dataFilesBelongToTheLoad(String data) throws Exception {
    write(data, "name\na\nb\n");
    write("perf.yml", PERF.replace("connections: 4", "connections: 4, data: " + data));
    baseline(limits("<= 500 ms", ""));
    stand.limits(limits("<= 500 ms", ""));
    assertThat(gate()).isZero();
    assertThat(verdict().outcome().id()).as(stand.printed()).isEqualTo("PASS");

    write(data, "name\na\n");

    assertThat(gate()).isZero();
    assertThat(verdict().summary()).endsWith("1 changed setting.");
    assertThat(stand.printed()).contains("load.home.data.content");
  }

  @Test
  void theLimitsOfTheCommitAloneEndAComparison() throws Exception {
    baseline(PAIRED.formatted("+5 %"));
    CaseResult result = PairedRuns.paired(1.05, 34, 34);
    assertThat(stoppingRule().decided(result)).as("at the limit").isFalse();

    stand.limits(PAIRED.formatted("+500 %"));
    assertThat(stoppingRule().decided(result)).as("a looser limit").isTrue();
  }

  @Test
  void aComparisonWithoutAnyLimitLeftIsRefused() throws Exception {
    baseline(PAIRED.formatted("+5 %"));
    stand.limits(limits("<= 500 ms", ""));

    assertThat(gate()).as(stand.printed()).isEqualTo(2);
    assertThat(stand.printed()).contains("main~1 (", "nothing would judge", "--against none");
    assertThatThrownBy(this::stoppingRule)
        .as("before the load")
        .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(2));
  }

  @Test
  void acceptedChangesAreIgnoredWithAWarning() throws Exception {
    String earlier =
        "accepted_changes:\n  - {threshold: p95, from: '<= 90 ms', to: '<= 500 ms', issue: P-1}\n";
    baseline(limits("<= 90 ms", earlier));
    stand.limits(limits("<= 500 ms", earlier));

    assertThat(gate()).isZero();
    assertThat(verdict().outcome().id()).as("not accepted").isEqualTo("WARN");
    stand.perf("gate", folder.toString(), "--thresholds", stand.thresholds().toString());
    assertThat(stand.printed()).contains("WARN  ", "accepted_changes has no effect any more");
    stand.perf("gate", "--check", "--thresholds", stand.thresholds().toString());
    assertThat(stand.printed()).contains("is valid", "accepted_changes has no effect any more");
  }

  private static final String PAIRED =
      """
      version: 1
      baselines: {parent: {paired: true}}
      thresholds:
        - {id: t, case: http/record, metric: cpu, pass: "<= %s", baseline: parent}
      """;

  private StoppingRule stoppingRule() {
    Run run = RunFile.read(folder);
    return GateStage.stoppingRule(
        stand.thresholds(), run.baseline(), run.catalogue(), entry -> true);
  }

  @Test
  void newCasesAndCommentsAreNotLooser() throws Exception {
    baseline(limits("<= 500 ms", ""));
    stand.limits(limits("<= 500 ms", ""));
    write("loads/paired.yml", "# more\n" + LOADS + "  new: {of: http, with: {connections: 2}}\n");
    write("loads/more.yml", "defaults: {connections: 3}\n");

    assertThat(gate()).isZero();
    assertThat(verdict().outcome().id()).as(stand.printed()).isEqualTo("PASS");
  }

  @Test
  void reportsMissingFilesOfTheBaseline() throws Exception {
    baseline(limits("<= 500 ms", ""));
    against("0123".repeat(10));
    assertThat(gate()).isZero();
    assertThat(verdict().outcome().id()).isEqualTo("WARN");
    assertThat(stand.printed()).contains("could not be compared");

    against(null);
    assertThat(gate()).isZero();
    assertThat(verdict().outcome().id()).isEqualTo("PASS");
    assertThat(verdict().summary()).endsWith("main~1 has no earlier limits to judge by.");
  }

  private static String limits(String p95, String more) {
    return """
    version: 1
    thresholds:
      - {id: p95, case: http/record, metric: response_time.p95, pass: "%s"}
      - {id: rate, case: http/record, metric: throughput, pass: ">= 50 msg/s"}
    """
            .formatted(p95)
        + more;
  }

  private int gate() {
    return stand.gate();
  }

  private Verdict verdict() {
    return VerdictFile.read(folder);
  }

  /** Commits everything with these thresholds as the baseline. */
  private void baseline(String thresholds) throws IOException, InterruptedException {
    stand.limits(thresholds);
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "before");
    against(new Checkout(folder).commit("HEAD").orElseThrow());
  }

  private String commit() {
    return CommitId.shortened(new Checkout(folder).commit("HEAD").orElseThrow());
  }

  private void against(String commit) throws IOException {
    RunFile.write(
        folder,
        Runs.good().against(new RunBaseline("main~1", commit, new BaselineSource("parent"), null)));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  private void git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
