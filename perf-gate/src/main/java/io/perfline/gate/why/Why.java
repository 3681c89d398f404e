package io.perfline.gate.why;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.JfrCase;
import io.perfline.core.run.JfrSlice;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.Run;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The methods that got slower in the recorded cases of a run, as {@code RUN/why/why.json} contains
 * them. The stacks of each case are in the same folder, for other tools.
 *
 * @param schema the version of the format, {@link #SCHEMA}
 * @param recorded the recordings that were compared
 * @param cases one element for each recorded case
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Why(int schema, List<String> recorded, List<CaseWhy> cases) {

  private static final double MESSAGES = 1000;

  /** The version that this code writes. */
  public static final int SCHEMA = 2;

  /** The name of the file in the folder of the recordings. */
  public static final String NAME = "why.json";

  public Why {
    recorded = List.copyOf(recorded);
    cases = List.copyOf(cases);
  }

  /**
   * Compares the recordings of a run, unless that was done before, and writes the result into their
   * folder. The result is empty if nothing was recorded.
   *
   * @throws Fault exit code 3 if a recording can't be read
   */
  public static Optional<Why> of(Path folder, Run run) {
    Optional<FlightRecordings> recordings = FlightRecordings.readIfPresent(folder);
    return recordings.isPresent()
        ? recordings.map(some -> of(folder, run, some))
        : supplied(FlightRecordings.folder(folder).resolve(NAME));
  }

  /** Reads the result for supplied stacks, of a run without recordings. */
  private static Optional<Why> supplied(Path file) {
    try {
      return before(file, List.of());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read %s: %s".formatted(file, e), e);
    }
  }

  /**
   * Compares stacks that another profiler sampled, and writes the result, which replaces that of
   * the case's recordings.
   *
   * @param name the name of the compared case
   * @throws Fault exit code 2 if there is no such case; 3 if its CPU was not measured
   */
  static Why of(Path folder, Run run, String name, SuppliedStacks stacks) {
    SuppliedStacks.Compared compared = stacks.compare(run, name);
    Optional<Why> before = of(folder, run);
    Path files = FlightRecordings.folder(folder);
    try {
      Files.createDirectories(files);
      double unit = MESSAGES * 1000;
      writeStacks(
          files,
          name,
          Resource.CPU,
          compared.stacks(),
          compared.perSample().baseline() * unit,
          compared.perSample().candidate() * unit);
      CaseWhy plain = compared.why();
      CaseWhy drawn =
          plain.with(List.of(graph(files, plain, Resource.CPU, compared.flames())), null);
      List<CaseWhy> cases = new ArrayList<>(before.map(Why::cases).orElse(List.of()));
      cases.removeIf(one -> one.name().equals(name));
      cases.add(drawn);
      Why why = new Why(SCHEMA, before.map(Why::recorded).orElse(List.of()), cases);
      AtomicFile.write(files.resolve(NAME), Json.MAPPER.writeValueAsBytes(why));
      return why;
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write into %s: %s".formatted(files, e), e);
    }
  }

  private static Why of(Path folder, Run run, FlightRecordings recordings) {
    Path files = FlightRecordings.folder(folder);
    Path file = files.resolve(NAME);
    try {
      Optional<Why> before = before(file, recorded(recordings));
      if (before.isPresent()) {
        return before.get();
      }
      Why why = compare(files, run, recordings);
      AtomicFile.write(file, Json.MAPPER.writeValueAsBytes(why));
      return why;
    } catch (Fault known) {
      throw known;
    } catch (IOException | RuntimeException e) { // a damaged recording causes either
      throw Fault.noVerdict("cannot compare what was recorded in %s: %s".formatted(files, e), e);
    }
  }

  /**
   * Reads the result of an earlier comparison of the same recordings by this version; empty if
   * there is none.
   */
  private static Optional<Why> before(Path file, List<String> recorded) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Why read = Json.MAPPER.readValue(Files.readAllBytes(file), Why.class);
      return Optional.of(read)
          .filter(why -> why.schema() == SCHEMA && why.recorded().equals(recorded));
    } catch (JsonProcessingException otherFormat) {
      return Optional.empty();
    }
  }

  private static List<String> recorded(FlightRecordings recordings) {
    return recordings.cases().stream().flatMap(jfrCase -> jfrCase.files().stream()).toList();
  }

  private static Why compare(Path files, Run run, FlightRecordings recordings) throws IOException {
    FrameAttribution.Whose whose = new FrameAttribution.Whose(Set.copyOf(recordings.ownPackages()));
    List<CaseWhy> cases = new ArrayList<>();
    for (JfrCase jfrCase : recordings.cases()) {
      JfrDiff diff = new JfrDiff(jfrCase, whose);
      CaseWhy why = diff.compare(files);
      if (why.problem() == null) {
        writeStacks(files, jfrCase.name(), diff);
        why = why.with(unit(jfrCase, run));
        why = why.with(drawGraphs(files, why, diff), cost(jfrCase, run));
      }
      cases.add(why);
    }
    return new Why(SCHEMA, recorded(recordings), cases);
  }

  private static LoadUnit unit(JfrCase jfrCase, Run run) {
    return measured(jfrCase, run).map(LoadUnit::of).orElse(LoadUnit.MESSAGE);
  }

  private static Optional<CaseResult> measured(JfrCase jfrCase, Run run) {
    return run.cases().stream().filter(result -> result.name().equals(jfrCase.name())).findFirst();
  }

  /** Returns the share of throughput that recording costs; null for a case with a fixed rate. */
  private static Double cost(JfrCase jfrCase, Run run) {
    Optional<CaseResult> measured = measured(jfrCase, run);
    if (measured.isEmpty()
        || measured.get().pairs().isEmpty()
        || measured.get().generator().intendedRatePerS() != null) {
      return null;
    }
    return recordingCost(measured.get().pairs(), jfrCase.slices());
  }

  public Optional<CaseWhy> of(String caseName) {
    return cases.stream().filter(caseWhy -> caseWhy.name().equals(caseName)).findFirst();
  }

  private static void writeStacks(Path folder, String name, JfrDiff compared) throws IOException {
    for (Resource resource : Resource.values()) {
      double unit = resource == Resource.ALLOCATION ? MESSAGES : MESSAGES * 1000;
      writeStacks(
          folder,
          name,
          resource,
          compared.stacks(resource),
          compared.aMessage(resource, false) * unit,
          compared.aMessage(resource, true) * unit);
    }
  }

  /** Writes collapsed stacks, with the weights of each build multiplied by a number. */
  private static void writeStacks(
      Path folder,
      String name,
      Resource resource,
      StackTree stacks,
      double baseline,
      double candidate)
      throws IOException {
    List<String> lines = new ArrayList<>();
    stacks.forEach(
        (stack, weights) ->
            lines.add(
                "%s %d %d"
                    .formatted(
                        stack.replace(' ', '_'),
                        Math.round(weights[0] * baseline),
                        Math.round(weights[1] * candidate))));
    Files.write(folder.resolve(stacksFile(name, resource)), lines);
  }

  private static String stacksFile(String name, Resource resource) {
    return "%s-%s.folded"
        .formatted(RawMaterial.fileName(name), resource.text().toLowerCase(java.util.Locale.ROOT));
  }

  /** Returns the share of the baseline's throughput that recording costs; null if unknown. */
  private static Double recordingCost(List<SlicePair> pairs, List<JfrSlice> slices) {
    double without =
        pairs.stream().map(SlicePair::baseline).mapToLong(Slice::messages).sum()
            / pairs.stream().map(SlicePair::baseline).mapToDouble(Slice::seconds).sum();
    double messages =
        slices.stream().filter(slice -> !slice.candidate()).mapToLong(JfrSlice::messages).sum();
    double seconds =
        slices.stream()
            .filter(slice -> !slice.candidate())
            .mapToDouble(slice -> Duration.between(slice.start(), slice.end()).toNanos() / 1e9)
            .sum();
    double share = 1 - messages / seconds / without;
    return Double.isFinite(share) ? share : null;
  }

  private static List<CaseWhy.Graph> drawGraphs(Path folder, CaseWhy why, JfrDiff diff)
      throws IOException {
    List<CaseWhy.Graph> graphs = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      FlameBox root = diff.flames(resource);
      boolean increased = why.grown().stream().anyMatch(method -> method.resource() == resource);
      if (root.width() > 0 && (increased || resource == Resource.CPU)) {
        graphs.add(graph(folder, why, resource, root));
      }
    }
    return graphs;
  }

  private static CaseWhy.Graph graph(Path folder, CaseWhy why, Resource resource, FlameBox root)
      throws IOException {
    String title = "%s %s, by method".formatted(resource.text(), why.unit().each());
    String description =
        "%s of %s: the service's methods, and what each calls of a library; %s"
            .formatted(title, why.name(), WhyText.sentence(why));
    String file =
        "why-%s-%s.svg"
            .formatted(RawMaterial.fileName(why.name()), resource.text().toLowerCase(Locale.ROOT));
    Files.writeString(
        folder.resolve(file), FlameGraph.draw(root, resource, why.unit(), description));
    return new CaseWhy.Graph(
        file,
        title,
        description,
        FlameGraph.width(),
        FlameGraph.height(root),
        FlameGraph.boxes(root, resource, why.unit()));
  }
}
