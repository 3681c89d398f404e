package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.StoppingRule;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what ends a comparison without a result. */
@Timeout(60)
class LostServerTest {

  @TempDir Path folder;

  private final List<String> events = new ArrayList<>();
  private Environment first;

  @BeforeEach
  void sides() throws IOException {
    Path file = folder.resolve("environment.yml");
    Files.writeString(
        file,
        """
        name: test
        recorder: {url: "http://127.0.0.1:1/first"}
        baseline: {url: "http://127.0.0.1:1/second"}
        """);
    first = Environment.load(file, Map.of());
  }

  @Test
  void aServerThatBothBuildsLoseEndsACaseWithoutTheFailedPairs() throws InterruptedException {
    List<CaseResult> seen =
        run(
            new NotingContexts(events, first) {
              @Override
              public Optional<String> lostServer() {
                return Optional.of("both builds lost the database");
              }
            },
            PairedMeasurementTest.plan("fails", 80, 400),
            PairedMeasurementTest.plan("two", 80, 80));

    assertThat(seen.get(0).lostServer().reason())
        .matches("after \\d s of load, both builds lost the database");
    assertThat(seen.get(0).problems()).isEmpty();
    assertThat(seen.get(0).valid()).isFalse();
    assertThat(seen.get(0).pairs()).isEmpty();
    assertThat(seen.get(1).lostServer()).as("its requests did not fail").isNull();
  }

  /** A server that is being stopped still accepts connections. */
  @Test
  void aServerThatRefusesConnectionsAfterTheLoadOnlyIsLostAsWell() throws InterruptedException {
    List<CaseResult> seen =
        run(
            new NotingContexts(events, first) {
              private long failed;

              @Override
              public Optional<String> lostServer() {
                failed = failed == 0 ? System.nanoTime() : failed;
                boolean lost = System.nanoTime() - failed > 1_000_000_000;
                return lost ? Optional.of("both builds lost the database") : Optional.empty();
              }
            },
            PairedMeasurementTest.plan("half", 80, 80));

    assertThat(seen.get(0).lostServer()).isNotNull();
  }

  @Test
  void aServerFoundUnderLoadInvalidatesAllCases() throws InterruptedException {
    List<CaseResult> seen =
        run(
            new NotingContexts(events, first) {
              @Override
              public void checkLoaded() {
                throw Fault.noVerdict("both builds have one database");
              }
            },
            PairedMeasurementTest.plan("one", 80, 80));

    assertThat(seen.get(0).problems()).contains("both builds have one database");
    assertThat(seen.get(0).pairs()).isEmpty();
    assertThat(seen.get(0).warmUpRequests().answered()).isPositive();
  }

  private List<CaseResult> run(PairedDeployment deployment, PairedCasePlan... plans)
      throws InterruptedException {
    PairMeter meter = new PairMeter();
    meter.together(CostMeter.none("no server"));
    return new PairedMeasurement(
            deployment,
            plan -> new NotingDriver(events, Duration.ofMillis(50)),
            plan -> Optional.empty(),
            StoppingRule.AS_PLANNED,
            meter,
            Profiling.NONE,
            Clock.systemUTC(),
            CommonClock.ALONE)
        .run(List.of(plans), 42, deployed -> {});
  }
}
