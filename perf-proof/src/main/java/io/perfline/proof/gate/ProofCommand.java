package io.perfline.proof.gate;

import io.perfline.gate.statistics.LineError;
import io.perfline.proof.gate.Proof.Row;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf-dev proof}: what the gate's statistics keep, on series whose truth is known. */
@CommandLine.Command(
    name = "proof",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the gate's false alarms and detections on simulated series.",
      "Needs no stack and no run; the real counterpart is ./perf-dev selftest."
    })
public final class ProofCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--builds",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Simulated builds of each kind (default: ${DEFAULT-VALUE}).")
  private int builds;

  @CommandLine.Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Makes it repeatable (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(ProofTable.of(builds, seed));
    spec.commandLine().getOut().flush();
    return 0;
  }

  /** The proof as tables: false alarms, detections, missed changes. */
  private static final class ProofTable {

    private ProofTable() {}

    /**
     * @param builds how many builds of each kind
     * @param seed makes it repeatable
     */
    public static String of(int builds, long seed) {
      Proof proof = new Proof(builds, seed);
      StringBuilder text = new StringBuilder();
      text.append(
          """
          Limit <= +5 %%, confidence 99 %%, %d builds in each figure.

          A release is measured in 2, 4 or 6 deployments of %d pairs, their places swapped, and no further than
          it takes to decide.

          False alarms, stated: at most %.0f %% of the builds, however many thresholds they have.

          | compared with | noise | 1 threshold, true +0 %% | 1, true +5 %% | %4$d, true +0 %% | %4$d, true +5 %% |
          |---|---|--:|--:|--:|--:|
          """
              .formatted(builds, Trial.Paired.EACH, 100 * Proof.ERROR, Proof.SHIPPED));
      rows(proof.falseAlarms(), Proof.COLUMNS, text);
      text.append(
          """

          Detections of +10.25 %%, 5 %% beyond the limit, where a pair scatters by 5 %%; stated: at least
          %.0f %% within 68 pairs, but where neighbours are correlated: there 68 pairs say as much as 23.

          | compared with | noise | within 68 pairs | within 136 pairs |
          |---|---|--:|--:|
          """
              .formatted(100 * Proof.POWER));
      rows(proof.detections(), 2, text);
      text.append(
          """

          Green of %d thresholds, where a pair scatters by 5 %%. Stated: with one of them at its limit, at
          most %.0f %%.

          | compared with | noise | one true +5 %%: green | all true +0 %%: green | undecided |
          |---|---|--:|--:|--:|
          """
              .formatted(Proof.SHIPPED, 100 * LineError.MISSED));
      rows(proof.greens(), 3, text);
      return text.toString();
    }

    private static void rows(List<Row> rows, int columns, StringBuilder text) {
      for (int i = 0; i < rows.size(); i += columns) {
        text.append("| %s | %s |".formatted(rows.get(i).method(), rows.get(i).noise()));
        rows.subList(i, i + columns)
            .forEach(row -> text.append(String.format(Locale.ROOT, " %.2f %% |", row.percent())));
        text.append('\n');
      }
    }
  }
}
