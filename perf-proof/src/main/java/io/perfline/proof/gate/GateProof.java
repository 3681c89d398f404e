package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.proof.gate.SequentialJudge.Decided;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Measures, judges and counts, change after change. */
public final class GateProof {

  private static final String THRESHOLDS =
      """
      version: 1
      valid_run: {deployed_commit: false}
      thresholds:
        - id: median
          case: paired/record_alone
          metric: service_time.p50
          pass: "<= +%d %%"
          baseline: same
        - id: tail
          case: paired/record_alone
          metric: service_time.p99
          pass: "<= +25 %%"
          baseline: same
      baselines:
        same: {war: recorder.war}
      """
          .formatted(InjectedChange.MEDIAN_LIMIT_PERCENT);

  private final Path home;
  private final Path war;
  private final Path slowing;
  private final Path environment;
  private final boolean quick;
  private final Judge gate;
  private final PrintWriter out;

  /**
   * @param environment null for the local stack's
   * @param quick five minutes instead of the whole table
   */
  public GateProof(Path home, Path environment, boolean quick, Judge gate, PrintWriter out) {
    this.home = home;
    this.war = home.resolve("perf-app/target/recorder.war");
    this.slowing = home.resolve("perf-proof/target/recorder-slowed.jar");
    this.environment = environment;
    this.quick = quick;
    this.gate = gate;
    this.out = out;
  }

  /**
   * Runs it. What an earlier, interrupted self-test of the same WAR measured is taken as it is.
   *
   * @param fresh whether to measure everything anew
   * @throws Fault exit code 3 when something couldn't be measured or judged
   */
  public List<GateProofRow> run(boolean fresh) throws IOException, InterruptedException {
    Path work = home.resolve(".perf/selftest").resolve((quick ? "quick-" : "full-") + digest());
    if (fresh) {
      work = work.resolveSibling(work.getFileName() + "-" + System.currentTimeMillis());
    }
    Files.createDirectories(work);
    out.printf("Measured and kept in %s%n%n", work);
    Path thresholds = work.resolve("thresholds.yml");
    Files.writeString(thresholds, THRESHOLDS, StandardCharsets.UTF_8);
    List<GateProofRow> rows = new ArrayList<>();
    GateProofTable.head(out);
    for (InjectedChange change : quick ? InjectedChange.QUICK : InjectedChange.ALL) {
      GateProofRow row = GateProofRow.of(change, decided(change, work, thresholds));
      GateProofTable.line(out, change, row);
      rows.add(row);
    }
    GateProofTable.foot(out, rows);
    return rows;
  }

  private List<Decided> decided(InjectedChange change, Path work, Path thresholds)
      throws IOException, InterruptedException {
    Path candidate =
        change.isNone()
            ? war
            : SlowedWar.write(
                war,
                slowing,
                change.parameters(),
                work.resolve(change.name()).resolve("recorder.war"));
    GateProofRun sitting =
        new GateProofRun(home, environment, quick ? "selftest_quick" : "selftest");
    SequentialJudge looks = new SequentialJudge(gate, thresholds, work.resolve("portion"));
    int each = quick ? 2 : change.each();
    int wanted = quick ? each : change.verdicts();
    List<Decided> decided = new ArrayList<>();
    for (int i = 1; decided.size() < wanted; i++) {
      Path folder = work.resolve(change.name()).resolve(String.format(Locale.ROOT, "%02d", i));
      try {
        decided.addAll(verdicts(sitting.run(candidate, war, folder), each, looks, change));
      } catch (Fault noVerdict) {
        sitting.setAside(folder); // so that the next self-test measures it anew
        throw noVerdict;
      }
    }
    return decided;
  }

  private static List<Decided> verdicts(
      Run run, int each, SequentialJudge looks, InjectedChange change) throws IOException {
    List<Decided> decided = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      decided.add(looks.decide(run, PairSubset.pairs(run.cases().get(0).pairs(), i, each), change));
    }
    return decided;
  }

  /** Of everything that decides what is measured. */
  private String digest() throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : List.of(war, slowing, home.resolve("gatling-sims/workloads/paired.yml"))) {
        if (!Files.isRegularFile(file)) {
          throw Fault.configuration("there is no %s: build it with ./perf build".formatted(file));
        }
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, 10);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
