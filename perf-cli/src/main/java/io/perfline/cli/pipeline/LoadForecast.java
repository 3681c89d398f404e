package io.perfline.cli.pipeline;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.prove.ExpectedDetectableChange;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import io.perfline.sims.server.MachineState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The changes that a comparison is expected to detect, calculated before its load.
 *
 * @param warnings the reasons why this machine or this load may leave limits undecided
 */
public record LoadForecast(List<String> lines, List<String> warnings) {

  private static final int EARLIER = 10;
  private static final int SHOWN = 4;
  private static final double SECONDS_PER_MINUTE = 60;

  /**
   * @param machine the machine, observed just now
   */
  static LoadForecast of(
      MachineState machine,
      Thresholds thresholds,
      List<CatalogueEntry> catalogue,
      String profile,
      List<Verdict> earlier) {
    List<ExpectedDetectableChange> all =
        ExpectedDetectableChange.of(thresholds, catalogue, profile, earlier);
    Map<String, ExpectedDetectableChange> smallest = new LinkedHashMap<>();
    all.forEach(each -> smallest.putIfAbsent(each.caseName(), each));
    List<String> lines = new ArrayList<>(List.of(machine.description()));
    if (!smallest.isEmpty()) {
      int runs = all.stream().mapToInt(ExpectedDetectableChange::runs).max().orElse(0);
      String more =
          smallest.size() > SHOWN ? ", and of %d more".formatted(smallest.size() - SHOWN) : "";
      lines.add(
          String.format(
              Locale.ROOT,
              "expected to find: %s%s, within %.1f min of load, %s",
              smallest.values().stream()
                  .limit(SHOWN)
                  .map(ExpectedDetectableChange::text)
                  .collect(Collectors.joining(", ")),
              more,
              minutes(catalogue, profile),
              runs == 0
                  ? "if pairs scatter by %.0f %%"
                      .formatted(100 * ExpectedDetectableChange.DEFAULT_SCATTER)
                  : "by %d earlier verdict%s".formatted(runs, runs == 1 ? "" : "s")));
    }
    List<String> warnings = new ArrayList<>(machine.warnings(maxOthers(thresholds)));
    List<String> strict =
        all.stream()
            .filter(each -> each.runs() > 0 && each.isTooStrict())
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "%s of %s +%.1f %% (±%.1f %%)",
                        each.metric(),
                        each.caseName(),
                        each.limit(),
                        each.plusMinus()))
            .toList();
    if (!strict.isEmpty()) {
      warnings.add(
          "earlier runs were too uncertain for these limits, so equal builds can't be expected to"
              + " pass: %s; perfline prove proposes others".formatted(String.join(", ", strict)));
    }
    return new LoadForecast(lines, warnings);
  }

  private static double maxOthers(Thresholds thresholds) {
    return thresholds.validRun().foreignCpu() == null
        ? Double.POSITIVE_INFINITY
        : thresholds.validRun().foreignCpu().bound() / 100;
  }

  private static double minutes(List<CatalogueEntry> catalogue, String profile) {
    return catalogue.stream()
            .filter(entry -> entry.pairs() != null)
            .mapToDouble(
                entry ->
                    entry.pairs().millis() / 1e3 * entry.pairs().most().getOrDefault(profile, 0))
            .sum()
        / SECONDS_PER_MINUTE;
  }

  /** Returns the readable verdicts on the latest runs of a project. */
  static List<Verdict> earlier(Project project, String profile) {
    Path runs = project.home().resolve("runs");
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(runs)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve(VerdictFile.NAME)))
          .sorted(Comparator.comparing(LoadForecast::age).reversed())
          .limit(EARLIER)
          .flatMap(LoadForecast::verdict)
          .filter(verdict -> verdict.profile().equals(profile))
          .toList();
    } catch (IOException e) {
      return List.of(); // the forecast is less precise without history, but the run can continue
    }
  }

  private static long age(Path folder) {
    return folder.resolve(VerdictFile.NAME).toFile().lastModified();
  }

  private static Stream<Verdict> verdict(Path folder) {
    try {
      return Stream.of(VerdictFile.read(folder));
    } catch (Fault otherVersion) {
      return Stream.empty();
    }
  }
}
