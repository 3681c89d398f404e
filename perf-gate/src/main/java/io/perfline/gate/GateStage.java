package io.perfline.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.StoppingRule;
import io.perfline.core.yaml.Suggestion;
import io.perfline.gate.judge.CatalogueCheck;
import io.perfline.gate.judge.Gate;
import io.perfline.gate.judge.History;
import io.perfline.gate.judge.JudgingRules;
import io.perfline.gate.judge.JudgingRules.EarlierRules;
import io.perfline.gate.judge.PairedDecision;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.text.Explanation;
import io.perfline.gate.text.ProgressText;
import io.perfline.gate.text.VerdictFiles;
import io.perfline.gate.text.VerdictTable;
import io.perfline.gate.text.VerdictText;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.UndecidedCases;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import io.perfline.gate.why.ExplainedVerdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Judges runs, and checks thresholds before there is a run. */
public record GateStage(PrintWriter out) {

  /** The profile in which a second comparison is made. */
  private static final String NIGHTLY = "nightly";

  /**
   * The result of judging a run.
   *
   * @param verdict the verdict, including that of a second comparison
   * @param undecided the names of cases that further pairs may decide
   */
  public record Result(Verdict verdict, List<String> undecided) {}

  /**
   * Judges a run, prints the requested part of the verdict, and writes the verdict's files into the
   * folder of the run.
   *
   * @throws Fault exit code 2 if the thresholds are invalid; 3 if there is no run
   */
  public Result judge(GateRequest request) throws IOException {
    Path folder = request.run();
    if (!Files.isDirectory(folder)) {
      throw Fault.noVerdict(
          "there is no run in %s: %s"
              .formatted(
                  folder,
                  Files.exists(folder)
                      ? "give its folder, not a file of it"
                      : "no such folder; perfline run prints where it writes one"));
    }
    VerdictFiles.delete(folder);
    try {
      Run run = RunFile.read(folder).selecting(request.only());
      Verdict own = judged(request, run);
      Verdict verdict = ExplainedVerdict.of(withSecondComparison(request, run, own), folder, run);
      VerdictFiles.write(folder, verdict);
      show(verdict, run, request);
      if (request.explained() != null) {
        out.print(Explanation.of(verdict, request.explained()));
      }
      if (request.before() != null) {
        out.print("\n" + ProgressText.of(request.before(), verdict));
      }
      out.flush();
      return new Result(verdict, UndecidedCases.of(own));
    } catch (RuntimeException e) {
      VerdictFiles.writeNoVerdict(folder, e.getMessage());
      throw e;
    }
  }

  private void show(Verdict verdict, Run run, GateRequest request) throws IOException {
    switch (request.shown()) {
      case NOTHING -> {}
      case SENTENCE -> out.println(verdict.outcome().id() + ": " + verdict.summary());
      case SUMMARY -> {
        out.print(VerdictText.of(verdict, RunBaseline.nameOf(run.baseline()), Map.of()));
        warn(ThresholdsFile.read(request.thresholds()));
      }
      case TABLE -> out.print(VerdictTable.of(verdict));
      case JSON -> out.println(VerdictFile.json(verdict));
    }
  }

  private void warn(Thresholds thresholds) {
    thresholds.warnings().forEach(warning -> out.println("WARN  " + warning));
  }

  private static Verdict judged(GateRequest request, Run run) {
    Thresholds all = ThresholdsFile.read(request.thresholds());
    if (request.explained() != null) {
      requireKnown(request, all.ids());
    }
    BaselineRules rules = new BaselineRules(request.thresholds());
    return Wording.of(
        Gate.judge(
            run,
            rules.now(all, isSinceRelease(run.baseline())),
            earlier(rules, run.baseline()),
            history(request),
            Clock.systemUTC().instant()));
  }

  /**
   * Creates the rule that ends a comparison as soon as the limits that will judge it are decided.
   *
   * @param compared the baseline of the run; null for none
   * @param inRun selects the cases that the run is to measure
   * @throws Fault exit code 2 if this commit removed all limits that compare builds in pairs
   */
  public static StoppingRule stoppingRule(
      Path thresholds,
      RunBaseline compared,
      List<CatalogueEntry> catalogue,
      Predicate<CatalogueEntry> inRun) {
    BaselineRules rules = new BaselineRules(thresholds);
    JudgingRules now = rules.now(ThresholdsFile.read(thresholds), isSinceRelease(compared));
    earlier(rules, compared).requireComparison(now, compared);
    if (compared != null && compared.comparesItself()) {
      return PairedDecision.OF_NOISE;
    }
    return PairedDecision.of(now.thresholds(), compared, catalogue, inRun);
  }

  /**
   * Returns the baseline's rules. A comparison with the last release has none, because changes of
   * the rules are found by the comparison with the last good commit.
   */
  private static EarlierRules earlier(BaselineRules rules, RunBaseline compared) {
    return isSinceRelease(compared) ? EarlierRules.NONE : rules.of(compared);
  }

  /**
   * Returns whether the limits of a commit compare builds in pairs; true if they can't be read.
   *
   * @param thresholds the file with the limits of the checkout
   */
  public static boolean comparesInPairs(Path thresholds, String commit) {
    return new BaselineRules(thresholds).compareInPairs(commit);
  }

  private static boolean isSinceRelease(RunBaseline compared) {
    return compared != null && compared.sinceRelease();
  }

  /**
   * Adds the verdict of the comparison with the last release, which belongs to the profile nightly.
   */
  private static Verdict withSecondComparison(GateRequest request, Run run, Verdict own) {
    Path second = RunBaseline.folderSinceRelease(request.run().toAbsolutePath().normalize());
    if (Files.isDirectory(second)) {
      return VerdictFile.readIfPresent(second)
          .map(compared -> Wording.both(own, compared))
          .orElseGet(
              () ->
                  own.and(
                      Line.ofComparison(
                          Finding.NOT_MEASURED,
                          "The comparison with the last release has no verdict in %s."
                              .formatted(second.getFileName()))));
    }
    boolean due =
        run.profile().equals(NIGHTLY)
            && !isSinceRelease(run.baseline())
            && run.baseline() != null
            && run.baseline().problem() == null
            && ThresholdsFile.read(request.thresholds()).compareSinceRelease();
    return due
        ? own.and(
            Line.ofComparison(
                Finding.NOT_COMPARED,
                run.baseline().redeployed()
                    ? "No second comparison was made: there is no %s, or neither a release tag nor a commit that is at least a week old: a release tag makes one possible."
                        .formatted(second.getFileName())
                    : "No limit with 'since: release' was judged: a service at a url is compared only with its baseline_url, so remove these limits."))
        : own;
  }

  private static void requireKnown(GateRequest request, List<String> ids) {
    String explained = request.explained();
    if (!ids.contains(explained)) {
      throw Fault.configuration(
          "%s: there is no threshold '%s'%s; known: %s"
              .formatted(
                  request.thresholds(),
                  explained,
                  Suggestion.of(explained, ids),
                  String.join(", ", ids)));
    }
  }

  private static History history(GateRequest request) {
    return request.history() == null
        ? (baseline, candidate, metrics) -> new PastRuns(Map.of(), "--no-history was given", "")
        : request.history().history();
  }

  /**
   * Checks a file of thresholds before any load is generated.
   *
   * @param known all cases to which thresholds may apply; empty if they are not known
   * @param compared the profile that will be measured against a baseline; null for none
   * @throws Fault exit code 2 if the file is invalid, or nothing in it judges the comparison
   */
  public Thresholds check(Path file, List<CatalogueEntry> known, String compared) {
    Thresholds thresholds = ThresholdsFile.read(file);
    if (!known.isEmpty()) {
      CatalogueCheck.check(thresholds, known);
      PairedDecision.requireEnoughPairs(thresholds, known);
    }
    if (compared != null) {
      PairedDecision.require(
          thresholds, known, entry -> entry.profiles().contains(compared), "a baseline");
    }
    out.printf(
        "%s is valid: %s, %s, %s.%n",
        file,
        FigureFormat.counted(thresholds.thresholds().size(), "threshold"),
        FigureFormat.counted(thresholds.capacity().size(), "capacity goal"),
        FigureFormat.counted(thresholds.waivers().size(), "waiver"));
    warn(thresholds);
    return thresholds;
  }
}
