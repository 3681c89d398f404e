package io.perfline.proof;

import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.proof.SimulatedLine.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A service with the limits that are shipped for it, and with the scatter that was measured.
 *
 * @param limits the simulated limits of all of its cases, by threshold
 * @param sharing the number of limits that share the false-alarm rate, rare events included
 * @param deployments the number of deployments that the budget allows
 */
record ShippedService(String name, List<OfThreshold> limits, int sharing, int deployments) {

  /**
   * The limits of one threshold.
   *
   * @param ofCases one limit for each case
   */
  record OfThreshold(Threshold threshold, List<Limit> ofCases) {}

  /**
   * The files that {@code perfline init} writes, in which some lines are for some services only.
   */
  private static final String INIT =
      "perf-cli/src/main/resources/io/perfline/cli/init/thresholds.yml";

  private static final Set<String> JVM = Set.of("PORT", "COMPARED", "SLICED", "JVM");
  private static final Set<String> NO_JVM = Set.of("PORT", "COMPARED", "SLICED");

  /** The default budget of a comparison with one case, and the part of each further case. */
  private static final int BUDGET_SECONDS = 8 * 60;

  private static final int BUDGET_OF_CASE_SECONDS = 3 * 60;

  /**
   * Measured durations of one deployment of both builds with warm-up and load, in seconds: of the
   * verdicts in docs/internals/proof.md, and of perfline ci --measure for the recorder.
   */
  private static final int SPRING_SECONDS = 52;

  private static final int JOLOKIA_SECONDS = 36;
  private static final int GO_SECONDS = 30;
  private static final int RECORDER_SECONDS = 63;

  /**
   * Returns the services of docs/internals/proof.md.
   *
   * @param home the checkout
   */
  static List<ShippedService> all(Path home) throws IOException {
    Thresholds jvm = init(home, JVM);
    return List.of(
        of("Spring Boot jar", "spring-boot", jvm, SPRING_SECONDS),
        of("Jolokia WAR", "jolokia", jvm, JOLOKIA_SECONDS),
        of("go-httpbin", "go-httpbin", init(home, NO_JVM), GO_SECONDS),
        of(
            "recorder",
            "recorder",
            ThresholdsFile.read(home.resolve("thresholds.yml")).judging(false),
            RECORDER_SECONDS));
  }

  /** Reads the limits that {@code perfline init} writes for a kind of service. */
  private static Thresholds init(Path home, Set<String> kinds) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : Files.readAllLines(home.resolve(INIT))) {
      String kind = line.replaceFirst("^@([A-Z]+) .*", "$1");
      if (kind.equals(line)) {
        text.append(line).append('\n');
      } else if (kinds.contains(kind)) {
        text.append(line.substring(kind.length() + 2)).append('\n');
      }
    }
    return ThresholdsFile.read(INIT, text.toString()).judging(false);
  }

  private static ShippedService of(
      String name, String word, Thresholds shipped, int secondsPerDeployment) {
    List<MeasuredScatter> measured =
        MeasuredScatter.read().stream().filter(one -> one.service().equals(word)).toList();
    List<String> cases = measured.stream().map(MeasuredScatter::caseName).distinct().toList();
    List<OfThreshold> limits = new ArrayList<>();
    int sharing = 0;
    for (Threshold threshold : shipped.thresholds().stream().filter(shipped::inPairs).toList()) {
      List<Limit> ofCases = new ArrayList<>();
      for (String one : cases) {
        if (threshold.names("paired/" + one, "service")
            || threshold.names("paired/" + one, "recorder")) {
          sharing++;
          measured.stream()
              .filter(row -> row.caseName().equals(one) && row.metric() == threshold.metric())
              .map(row -> limit(threshold, row))
              .forEach(ofCases::add);
        }
      }
      if (!ofCases.isEmpty()) {
        limits.add(new OfThreshold(threshold, List.copyOf(ofCases)));
      }
    }
    int budget = BUDGET_SECONDS + (cases.size() - 1) * BUDGET_OF_CASE_SECONDS;
    return new ShippedService(
        name, List.copyOf(limits), sharing, budget / secondsPerDeployment / 2 * 2);
  }

  private static Limit limit(Threshold threshold, MeasuredScatter row) {
    double bound = threshold.pass().bound();
    return new Limit(
        row.caseName(),
        row.metric(),
        row.metric().difference() ? bound : bound / 100,
        row.pairs(),
        row.deployments());
  }

  /** Returns all simulated limits of a build. */
  List<Limit> all() {
    return limits.stream().flatMap(one -> one.ofCases().stream()).toList();
  }
}
