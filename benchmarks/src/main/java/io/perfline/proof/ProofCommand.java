package io.perfline.proof;

import io.perfline.core.command.Homes;
import io.perfline.core.file.Json;
import io.perfline.gate.prove.ErrorRate;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perfline-dev proof} estimates the gate's error rates from simulated builds. */
@CommandLine.Command(
    name = "proof",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the gate's false alarms and missed changes on simulated builds.",
      "Needs no stack and no run; the real counterpart is ./perfline-dev selftest."
    })
public final class ProofCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--builds",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Simulated builds in each row (default: ${DEFAULT-VALUE}).")
  private int builds;

  @CommandLine.Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the random numbers (default: ${DEFAULT-VALUE}).")
  private long seed;

  @CommandLine.Option(
      names = "--noise",
      paramLabel = "NAME",
      description = "Simulates only kinds of noise whose names begin with this, such as 'modes'.")
  private String only = "";

  @CommandLine.Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also writes the rows of the first table as JSON.")
  private Path json;

  @CommandLine.Option(
      names = "--shipped",
      description = "Simulates only the shipped limits with the measured scatter.")
  private boolean shipped;

  @CommandLine.Option(
      names = "--write",
      description = "Also replaces these tables in docs/internals/proof.md.")
  private boolean write;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (only.isEmpty()) {
      shipped(out);
    }
    if (!shipped) {
      noises(out);
    }
    return 0;
  }

  private void shipped(PrintWriter out) throws IOException {
    ShippedProof proof = new ShippedProof(builds, seed);
    List<ShippedService> services = ShippedService.all(Homes.project());
    Printed text = new Printed(out);
    text.add(proof.introduction(services) + "\n" + ShippedRow.HEADING);
    List<ShippedRow> rows = new ArrayList<>();
    for (ShippedService service : services) {
      for (ShippedRow row : proof.rows(service)) {
        text.add(row.text());
        rows.add(row);
      }
    }
    text.add("\n" + ShippedProof.conclusion(rows) + "\n");
    write(GeneratedPart.SHIPPED, text);
  }

  private void noises(PrintWriter out) throws IOException {
    Proof proof =
        new Proof(
            ThresholdsFile.read(Homes.project().resolve("thresholds.yml")).judging(false),
            builds,
            seed);
    Printed text = new Printed(out);
    text.add(heading(proof));
    List<ProofRow> rows = new ArrayList<>();
    for (BuildNoise noise : BuildNoise.all()) {
      if (noise.name().startsWith(only)) {
        for (ProofRow row : proof.rows(noise)) {
          rows.add(row);
          text.add(line(row));
        }
      }
    }
    if (json != null) {
      Json.MAPPER.writeValue(json.toFile(), rows);
    }
    if (only.isEmpty()) {
      write(GeneratedPart.NOISES, text);
      Printed branches = new Printed(out);
      branches.add(branches(proof.sharing()));
      write(GeneratedPart.BRANCHES, branches);
    }
  }

  private void write(GeneratedPart part, Printed text) throws IOException {
    if (write) {
      part.write(Homes.project().resolve("docs/internals/proof.md"), text.all.toString());
    }
  }

  /** Text that is printed as it is written. */
  private record Printed(PrintWriter out, StringBuilder all) {

    Printed(PrintWriter out) {
      this(out, new StringBuilder());
    }

    void add(String text) {
      all.append(text);
      out.print(text);
      out.flush();
    }
  }

  private String heading(Proof proof) {
    return """
    %d builds in each row, with the limits in `thresholds.yml` of the recorder. A build is measured in up to %d
    deployments of %d pairs, until it is decided. "Effect" is the standard deviation of the deployments of one build,
    "deployments" the median number of deployments until the decision. "At most" is the upper bound, at %.0f %%
    confidence, of the rate to its left. "10 earlier" means that ten unchanged builds of four deployments each were
    measured before, "with 1 %%" that their effect was 1 %%.

    %d limits are all of the %d that share the false-alarm rate except those on rare events and memory. In the rows with
    %+.1f %%, the strictest limit, all metrics change by it. In the rows beyond it, and in those with 1 limit, which has
    the whole rate for itself, the metric is %s.

    | noise | effect | change | limits | failed | at most | passed | at most | undecided | exit 3 | deployments |
    |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
    """
        .formatted(
            builds,
            SimulatedBuild.DEPLOYMENTS,
            SimulatedBuild.PAIRS,
            100 * ErrorRate.CONFIDENCE,
            proof.limits(),
            proof.sharing(),
            100 * proof.strictest().limit(),
            named(proof.strictest()));
  }

  private static String named(SimulatedLine.Limit limit) {
    return "`%s` of `%s`".formatted(limit.metric().id(), limit.caseName());
  }

  private static String line(ProofRow row) {
    return String.format(
        Locale.ROOT,
        "| %s | %.0f %% | %+.1f %% | %d | %s | %s | %.2f %% | %.2f %% | %d |%n",
        row.noise(),
        100 * row.effect(),
        100 * row.change(),
        row.limits(),
        rate(row.failed(), row.builds()),
        rate(row.passed(), row.builds()),
        100.0 * row.undecided() / row.builds(),
        100.0 * row.noVerdict() / row.builds(),
        row.deployments());
  }

  private static String rate(int count, int of) {
    double bound = new ErrorRate(count, of).upperBound();
    return String.format(Locale.ROOT, "%.2f %% | %.2f %%", 100.0 * count / of, 100 * bound);
  }

  private String branches(int limits) {
    StringBuilder text =
        new StringBuilder(
            """

            Share of builds that fail in comparisons with the latest runs of a branch, with a limit of +5 %%:

            | noise | 1 limit, true +0 %% | 1, true +5 %% | %1$d, true +0 %% | %1$d, true +5 %% |
            |---|--:|--:|--:|--:|
            """
                .formatted(limits));
    for (Noise noise : Noise.values()) {
      text.append("| ").append(noise.id()).append(" |");
      for (int each : new int[] {1, limits}) {
        for (double change : new double[] {0, 0.05}) {
          text.append(
              String.format(
                  Locale.ROOT,
                  " %.2f %% |",
                  RunHistoryProof.failed(noise, each, change, builds, seed)));
        }
      }
      text.append('\n');
    }
    return text.toString();
  }
}
