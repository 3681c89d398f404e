package io.perfline.proof;

import io.perfline.core.command.Fault;
import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.JfrCase;
import io.perfline.core.run.JfrSlice;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.gate.why.CaseWhy;
import io.perfline.gate.why.Resource;
import io.perfline.gate.why.Why;
import io.perfline.proof.slowed.SlowdownClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Measures slowed copies of the recorder and checks which methods are named. Earlier measurements
 * are analyzed again.
 *
 * @param war the recorder with which all copies are compared
 * @param work the folder of the runs
 */
record WhyProof(Path war, Path work, GateProofRun runs, PrintWriter out) {

  private static final double NANOS_PER_US = 1e3;

  WhyProofRow slowed(SlowedMethod slowedMethod, String profile)
      throws IOException, InterruptedException {
    Path folder = work.resolve(slowedMethod.id());
    Path copy =
        SlowedWar.write(war, slowedMethod, folder.resolveSibling(slowedMethod.id() + ".war"));
    Run run =
        runs.run(
            List.of(slowedMethod.pairedCase(), "--profile", profile, "--why"), copy, war, folder);
    Files.delete(copy);
    CaseWhy why = why(folder, run).stream().findFirst().orElseThrow();
    WhyProofRow row =
        WhyProofRow.of(
            slowedMethod, why, injectedAmount(folder, recorded(folder), slowedMethod.resource()));
    out.printf("%s: %s%n", row.slowed(), row.sentence());
    out.flush();
    return row;
  }

  /** Compares each of the two builds with itself, from its earlier recordings. */
  List<CaseWhy> halves(SlowedMethod slowedMethod) throws IOException {
    Path folder = work.resolve(slowedMethod.id());
    List<CaseWhy> cases = new ArrayList<>();
    for (boolean candidate : List.of(false, true)) {
      Path half = work.resolve("half-%s-%s".formatted(slowedMethod.id(), candidate));
      SameBuildPairs.write(folder, candidate, half);
      cases.addAll(why(half, RunFile.read(folder)));
    }
    return cases;
  }

  /** Compares two equal builds at all entry points. */
  List<CaseWhy> equal(int number, String profile) throws IOException, InterruptedException {
    Path folder = work.resolve(String.format(Locale.ROOT, "equal-%02d", number));
    Run run = runs.run(List.of("paired", "--profile", profile, "--why"), war, war, folder);
    List<CaseWhy> cases = why(folder, run);
    cases.forEach(
        caseWhy -> out.printf("equal, %s: %d named%n", caseWhy.name(), caseWhy.changes().size()));
    out.flush();
    return cases;
  }

  private static JfrCase recorded(Path folder) {
    return FlightRecordings.readIfPresent(folder).orElseThrow().cases().get(0);
  }

  private static List<CaseWhy> why(Path folder, Run run) throws IOException {
    Files.deleteIfExists(FlightRecordings.folder(folder).resolve(Why.NAME));
    List<CaseWhy> cases =
        Why.of(folder, run)
            .orElseThrow(() -> Fault.noVerdict("nothing was recorded in " + folder))
            .cases();
    for (CaseWhy caseWhy : cases) {
      if (caseWhy.problem() != null) {
        throw Fault.noVerdict("%s, %s: %s".formatted(folder, caseWhy.name(), caseWhy.problem()));
      }
    }
    return cases;
  }

  /**
   * Returns the cost that the change adds in the candidate's slices.
   *
   * @throws IOException if a recording cannot be read
   */
  static double injectedAmount(Path run, JfrCase jfrCase, Resource resource) throws IOException {
    double amount = 0;
    for (String file : jfrCase.files()) {
      try (RecordingFile events = new RecordingFile(FlightRecordings.folder(run).resolve(file))) {
        while (events.hasMoreEvents()) {
          RecordedEvent event = events.readEvent();
          if (event.getEventType().getName().equals(SlowdownClock.NAME)
              && isIn(jfrCase.slices(), event.getStartTime())) {
            amount += SlowdownClock.EVERY * amount(event, resource);
          }
        }
      }
    }
    long messages =
        jfrCase.slices().stream().filter(JfrSlice::candidate).mapToLong(JfrSlice::messages).sum();
    return amount / messages;
  }

  private static double amount(RecordedEvent event, Resource resource) {
    return switch (resource) {
      case CPU -> event.getLong("cpu") / NANOS_PER_US;
      case ALLOCATION -> event.getLong("allocation");
      case WAIT -> event.getLong("waiting") / NANOS_PER_US;
    };
  }

  private static boolean isIn(List<JfrSlice> slices, Instant time) {
    return slices.stream()
        .anyMatch(
            slice ->
                slice.candidate() && !time.isBefore(slice.start()) && time.isBefore(slice.end()));
  }

  /** Writes pairs from recordings of one build, for which no method may be named. */
  static final class SameBuildPairs {

    private SameBuildPairs() {}

    /**
     * @param run the folder of a recorded run with one case
     * @param candidate selects one of its builds
     * @param into the folder of the resulting run, which contains nothing else
     */
    static void write(Path run, boolean candidate, Path into) {
      FlightRecordings read = FlightRecordings.readIfPresent(run).orElseThrow();
      JfrCase whole = read.cases().get(0);
      Path files = FlightRecordings.folder(run).toAbsolutePath();
      JfrCase half =
          new JfrCase(
              whole.name(),
              whole.files().stream().map(file -> files.resolve(file).toString()).toList(),
              pairs(whole.slices(), candidate),
              whole.problem());
      new FlightRecordings(read.schema(), read.ownPackages(), List.of(half)).write(into);
    }

    /** Returns pairs of consecutive slices of the same kind, in alternating order. */
    static List<JfrSlice> pairs(List<JfrSlice> slices, boolean candidate) {
      Collection<List<JfrSlice>> alike =
          slices.stream()
              .filter(slice -> slice.candidate() == candidate)
              .collect(
                  Collectors.groupingBy(
                      slice -> List.of(slice.deployment(), slice.detailed()),
                      LinkedHashMap::new,
                      Collectors.toList()))
              .values();
      List<JfrSlice> pairs = new ArrayList<>();
      for (List<JfrSlice> same : alike) {
        for (int i = 0; i < same.size() / 2 * 2; i++) {
          pairs.add(as((i + 1) / 2 % 2 == 0, same.get(i)));
        }
      }
      return pairs;
    }

    private static JfrSlice as(boolean candidate, JfrSlice slice) {
      return new JfrSlice(
          slice.deployment(),
          candidate,
          slice.start(),
          slice.end(),
          slice.messages(),
          slice.meanTimeUs(),
          slice.cpuUs(),
          slice.allocatedBytes(),
          slice.detailed());
    }
  }
}
