package io.perfline.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.yaml.Suggestion;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.judge.EarlierRules;
import io.perfline.gate.judge.Gate;
import io.perfline.gate.judge.History;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Explanation;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.IntervalProgress;
import io.perfline.gate.verdict.JunitFile;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.MarkdownFile;
import io.perfline.gate.verdict.UndecidedCases;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import io.perfline.gate.verdict.VerdictTable;
import io.perfline.gate.why.ExplainedVerdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** {@code ./perf gate}: judges a run, or checks the thresholds without one. */
@CommandLine.Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description = {
      "Judges a run by thresholds.yml.",
      "Prints a table and writes verdict.json, verdict.md and gate-junit.xml into the run's folder."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every limit is met, warnings included",
      "1:a limit is exceeded",
      "2:wrong usage or thresholds",
      "3:no verdict: something was not measured, or not validly"
    })
public final class GateCommand implements Callable<Integer> {

  /** What {@code --release} writes when any baseline will do. */
  public static final String ANY_BASELINE = "paired";

  /** The profile that makes a second comparison. */
  private static final String NIGHTLY = "nightly";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(paramLabel = "RUN", arity = "0..1", description = "Folder of the run.")
  private Path folder;

  @CommandLine.Option(
      names = "--thresholds",
      paramLabel = "FILE",
      defaultValue = Homes.DEFAULT + "/thresholds.yml",
      description = "The limits of a build (default: thresholds.yml of the checkout).")
  private Path thresholdsFile;

  @CommandLine.Mixin private HistoryOption history;

  @CommandLine.Option(
      names = "--no-history",
      description = "Do not read the history. Limits that need it are not tested and give WARN.")
  private boolean withoutHistory;

  @CommandLine.Option(names = "--check", description = "Only checks the thresholds; takes no run.")
  private boolean check;

  @CommandLine.Option(
      names = "--schema",
      description = "Prints the JSON Schema of thresholds.yml, for editors; takes no run.")
  private boolean schema;

  @CommandLine.Option(
      names = "--cases",
      paramLabel = "FILE",
      hidden = true,
      description = "With --check: the cases there are, as ./perf run --list --json writes them.")
  private Path cases;

  @CommandLine.Option(
      names = "--release",
      paramLabel = "FILE",
      hidden = true,
      description =
          "With --check: writes into FILE which WAR the paired baselines name, '"
              + ANY_BASELINE
              + "' when they name none; empty when nothing is compared in pairs.")
  private Path release;

  @CommandLine.Option(
      names = "--compared",
      paramLabel = "PROFILE",
      hidden = true,
      description =
          "With --check: the cases of PROFILE will be compared with a baseline; wrong"
              + " usage when no threshold judges that.")
  private String compared;

  @CommandLine.Option(
      names = "--open",
      paramLabel = "FILE",
      hidden = true,
      description =
          "Writes into FILE, one per line, the paired cases that further measuring may"
              + " decide, and prints how the intervals changed since the last analysis.")
  private Path open;

  @CommandLine.Option(
      names = "--explain",
      paramLabel = "THRESHOLD",
      description = "Also explains this threshold's lines: data, method, interval, baseline.")
  private String explained;

  private final Supplier<List<CatalogueEntry>> planned;

  /** Which knows of no case that a run may hold. */
  public GateCommand() {
    this(List::of);
  }

  /** With the cases that there are, which {@code --check} holds the thresholds against. */
  public GateCommand(Supplier<List<CatalogueEntry>> planned) {
    this.planned = planned;
  }

  @Override
  public Integer call() throws IOException {
    if (schema && folder == null && !check) {
      out().println(ThresholdsFile.schema().toPrettyString());
      return 0;
    }
    boolean ofOther =
        check
            ? explained != null || open != null
            : cases != null || release != null || compared != null;
    if (schema || check == (folder != null) || ofOther) {
      throw new ParameterException(
          spec.commandLine(),
          "give RUN, or --check of the file that --thresholds names, or --schema");
    }
    history.check();
    return check ? check() : judge();
  }

  private int check() throws IOException {
    List<CatalogueEntry> known = cases == null ? planned.get() : CatalogueEntry.read(cases);
    out().println(new ThresholdsCheck(thresholdsFile, known).of(release, compared));
    return 0;
  }

  private int judge() throws IOException {
    if (!Files.isDirectory(folder)) {
      throw Fault.noVerdict(
          "there is no run in %s: %s"
              .formatted(
                  folder,
                  Files.exists(folder)
                      ? "give its folder, not a file of it"
                      : "no such folder; ./perf run prints where it writes one"));
    }
    Optional<Verdict> before = open == null ? Optional.empty() : VerdictFile.readIfThere(folder);
    forgetEarlierVerdict();
    try {
      Run run = RunFile.read(folder);
      Verdict own = judged(run);
      Verdict verdict = ExplainedVerdict.of(withSecondComparison(run, own), folder, run);
      VerdictFile.write(folder, verdict);
      JunitFile.write(folder, verdict);
      MarkdownFile.write(folder, verdict);
      out().print(VerdictTable.of(verdict));
      if (explained != null) {
        out().print(Explanation.of(verdict, explained));
      }
      if (open != null) {
        before.ifPresent(look -> out().print("\n" + IntervalProgress.of(look, verdict)));
        Files.write(open, UndecidedCases.of(own));
      }
      out().flush();
      return verdict.outcome().exitCode();
    } catch (RuntimeException e) {
      JunitFile.writeNoVerdict(folder, e.getMessage());
      throw e;
    }
  }

  private Verdict judged(Run run) {
    Thresholds all = ThresholdsFile.read(thresholdsFile);
    boolean sinceRelease = isSinceRelease(run);
    Thresholds thresholds = all.judging(sinceRelease);
    if (explained != null) {
      requireKnown(all.ids());
    }
    BaselineRules rules = new BaselineRules(thresholdsFile);
    return Gate.judge(
        run,
        rules.now(thresholds),
        // A change of the rules is found by the comparison with the commit that was good before it.
        sinceRelease ? EarlierRules.NONE : rules.of(run.baseline()),
        history(),
        Clock.systemUTC().instant());
  }

  private static boolean isSinceRelease(Run run) {
    return run.baseline() != null && run.baseline().sinceRelease();
  }

  /** Adds the verdict of the comparison with the last release, which the profile nightly makes. */
  private Verdict withSecondComparison(Run run, Verdict own) {
    Path second = RunBaseline.folderSinceRelease(folder.toAbsolutePath().normalize());
    if (Files.isDirectory(second)) {
      return VerdictFile.readIfThere(second)
          .map(own::and)
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
            && !isSinceRelease(run)
            && run.baseline() != null
            && run.baseline().problem() == null
            && ThresholdsFile.read(thresholdsFile).compareSinceRelease();
    return due
        ? own.and(
            Line.ofComparison(
                Finding.NOT_COMPARED,
                "No second comparison was made: there is no %s, or neither a release tag nor a commit that is at least a week old."
                    .formatted(second.getFileName())))
        : own;
  }

  private void requireKnown(List<String> ids) {
    if (!ids.contains(explained)) {
      throw Fault.configuration(
          "%s: there is no threshold '%s'%s; known: %s"
              .formatted(
                  thresholdsFile,
                  explained,
                  Suggestion.of(explained, ids),
                  String.join(", ", ids)));
    }
  }

  private History history() {
    return withoutHistory
        ? (baseline, candidate, metrics) -> new PastRuns(Map.of(), "--no-history was given", "")
        : history.history();
  }

  /** So that nothing later takes it for this one's. */
  private void forgetEarlierVerdict() throws IOException {
    Files.deleteIfExists(folder.resolve(VerdictFile.NAME));
    Files.deleteIfExists(folder.resolve(JunitFile.NAME));
    Files.deleteIfExists(folder.resolve(MarkdownFile.NAME));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
