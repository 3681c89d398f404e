package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.git.Checkout;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.StoppingRule;
import io.perfline.gate.judge.PairedRuns;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  @ParameterizedTest(name = "{0} → {1}: exit {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <= 90 ms  | <= 500 ms | 1 | Not accepted: 1 looser limit.
          <= 200 ms | <= 500 ms | 0 | Not accepted: 1 looser limit.
          <= 500 ms | <= 200 ms | 0 | all 2 limits measured by the profile commit are met.
          """)
  void aLooserLimitTakesEffectOnlyWhenAccepted(String from, String to, int exit, String message)
      throws Exception {
    baseline(limits(from, ""));
    stand.limits(limits(to, ""));

    assertThat(gate()).as(stand.printed()).isEqualTo(exit);
    assertThat(verdict().summary()).endsWith(message);

    stand.limits(limits(to, accepted("threshold: p95", from, to)));
    assertThat(gate()).as(stand.printed()).isZero();
    assertThat(verdict().outcome().word()).isEqualTo("PASS");
  }

  @Test
  void anAcceptedChangeAppliesOnlyToTheseValues() throws Exception {
    baseline(limits("<= 90 ms", ""));
    stand.limits(limits("<= 500 ms", accepted("threshold: p95", "<= 90 ms", "<= 400 ms")));

    assertThat(gate()).as(stand.printed()).isEqualTo(1);
    assertThat(verdict().lines()).anyMatch(line -> line.reason().contains("limit of main~1"));
  }

  @Test
  void aRemovedLimitIsLooserButARenamedOneIsNot() throws Exception {
    baseline(limits("<= 90 ms", ""));
    stand.limits(limits("<= 90 ms", "").replace("id: p95", "id: slow"));
    assertThat(gate()).as("exceeded as before").isEqualTo(1);
    assertThat(verdict().summary()).doesNotContain("Not accepted");

    stand.limits(limits("<= 90 ms", "").replaceFirst("  - .id: p95.*\n", ""));
    assertThat(gate()).as(stand.printed()).isEqualTo(1);
    assertThat(verdict().summary()).contains("Not accepted: 1 looser limit.");
  }

  @Test
  void aWaiverAndALooserRuleForValidRunsAreLooserToo() throws Exception {
    String valid = "valid_run: {generator_cpu: '<= %s'}\n";
    baseline(limits("<= 90 ms", valid.formatted("98 %")));
    String waiver =
        "waivers: [{threshold: p95, ceiling: 1 s, until: 2999-01-01, issue: P-1, reason: r}]\n";
    stand.limits(limits("<= 90 ms", valid.formatted("98 %") + waiver));
    assertThat(gate()).as(stand.printed()).isEqualTo(1);

    String setting = accepted("setting: waivers.p95", "none", "1 s until 2999-01-01");
    stand.limits(limits("<= 90 ms", valid.formatted("98 %") + waiver + setting));
    assertThat(gate()).as(stand.printed()).isZero();

    baseline(limits("<= 500 ms", valid.formatted("30 %")));
    stand.limits(limits("<= 500 ms", valid.formatted("98 %")));
    assertThat(gate()).as(stand.printed()).isEqualTo(3);
  }

  @Test
  void aSecondWaiverOfTheSameLimitIsLooserWhereverItIs() throws Exception {
    String waiver = "{threshold: p95, ceiling: %s, until: 2999-01-01, issue: P-1, reason: r}";
    String small = waiver.formatted("91 ms");
    baseline(limits("<= 90 ms", "waivers: [%s]\n".formatted(small)));
    String large = waiver.formatted("10 s");

    for (String both : List.of(large + ", " + small, small + ", " + large)) {
      stand.limits(limits("<= 90 ms", "waivers: [%s]\n".formatted(both)));
      assertThat(gate()).as(stand.printed()).isEqualTo(1);
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
          pass: "<= +12 %"     | pass: "<= +500 %"     | the limit 'old' is looser
          baseline: release}   | baseline: parent}     | compared with the last good commit
          pass: ">= 50 users"  | pass: ">= 50 users", warn: ">= 9 users" | , warn >= 9 users
          """)
  void findsEveryLooserRule(String from, String to, String message) throws Exception {
    baseline(RELATIVE);
    stand.limits(RELATIVE);
    gate();
    assertThat(stand.printed()).doesNotContain("is looser");

    stand.limits(RELATIVE.replace(from, to));
    gate();
    assertThat(stand.printed()).contains("is looser").contains(message);
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
    assertThat(verdict().outcome().word()).isEqualTo("WARN");
    assertThat(verdict().summary()).endsWith("Not accepted: 1 lost case and 1 changed setting.");
    assertThat(stand.printed()).contains("paired/record", "commit, nightly", "load.home.connect");

    String both =
        accepted("case: paired/record", "commit, nightly", "nightly")
            + accepted("setting: load.home.connections", "4", "1")
                .replace("accepted_changes:\n", "");
    stand.limits(limits("<= 500 ms", both));
    assertThat(gate()).isZero();
    assertThat(verdict().outcome().word()).as(stand.printed()).isEqualTo("PASS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"users.csv", "größen 2026.csv", "users"})
  void dataFilesBelongToTheLoad(String data) throws Exception {
    write(data, "name\na\nb\n");
    write("perf.yml", PERF.replace("connections: 4", "connections: 4, data: " + data));
    baseline(limits("<= 500 ms", ""));
    stand.limits(limits("<= 500 ms", ""));
    assertThat(gate()).isZero();
    assertThat(verdict().outcome().word()).as(stand.printed()).isEqualTo("PASS");

    write(data, "name\na\n");

    assertThat(gate()).isZero();
    assertThat(verdict().summary()).endsWith("Not accepted: 1 changed setting.");
    assertThat(stand.printed()).contains("load.home.data.content");
  }

  @Test
  void aComparisonContinuesUntilTheStricterLimitIsDecided() throws Exception {
    String loose = PAIRED.formatted("+500 %");
    baseline(loose);
    CaseResult result = PairedRuns.paired(1.05, 34, 34);
    assertThat(stoppingRule().decided(result)).isTrue();

    baseline(PAIRED.formatted("+5 %"));
    assertThat(stoppingRule().decided(result)).as("at the limit").isFalse();
    stand.limits(loose);
    assertThat(stoppingRule().decided(result)).as("a looser limit").isFalse();
    assertThat(stoppingRule().exceedsLimit(PairedRuns.paired(1.3, 34, 34))).isTrue();

    stand.limits(limits("<= 500 ms", ""));
    assertThat(stoppingRule().decided(result)).as("no limit on pairs is left").isFalse();
    assertThat(stoppingRule().exceedsLimit(PairedRuns.paired(1.3, 34, 34))).isTrue();

    stand.limits(loose + accepted("threshold: t", "<= +5 %", "<= +500 %"));
    assertThat(stoppingRule().decided(result)).as("an accepted one").isTrue();
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
    assertThat(verdict().outcome().word()).as(stand.printed()).isEqualTo("PASS");
  }

  @Test
  void reportsMissingFilesOfTheBaseline() throws Exception {
    baseline(limits("<= 500 ms", ""));
    against("0123".repeat(10));
    assertThat(gate()).isZero();
    assertThat(verdict().outcome().word()).isEqualTo("WARN");
    assertThat(stand.printed()).contains("could not be compared");

    against(null);
    assertThat(gate()).isZero();
    assertThat(verdict().outcome().word()).isEqualTo("PASS");
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

  private static String accepted(String what, String from, String to) {
    return "accepted_changes:\n  - {%s, from: '%s', to: '%s', issue: P-1, reason: known}\n"
        .formatted(what, from, to);
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

  private void against(String commit) throws IOException {
    RunFile.write(folder, Runs.good().against(new RunBaseline("main~1", commit, "parent", null)));
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
