package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.WorkloadSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the order and the end of deployments and cases, with sides in this process. */
@Timeout(60)
class PairedMeasurementTest {

  private static final Duration SLICE = Duration.ofMillis(10);

  @TempDir Path folder;

  private final List<String> events = new ArrayList<>();
  private Environment first;
  private final List<PairedProgress.Deployment> begun = new ArrayList<>();
  private Profiling profiling = Profiling.NONE;
  private Clock clock = Clock.systemUTC();

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
  void loadsEveryCaseBeforeTheBuildsSwapPlaces() throws InterruptedException {
    List<CaseResult> seen =
        run(
            io.perfline.core.run.StoppingRule.AS_PLANNED,
            plan("one", 80, 400),
            plan("two", 80, 80));

    assertThat(events)
        .containsExactly(
            "deploy 1",
            "one", // warm-up
            "/first, /second",
            "two",
            "/first, /second",
            "one", // measurement
            "/first, /second",
            "two",
            "/first, /second",
            "deploy 2",
            "one",
            "/second, /first",
            "two",
            "/second, /first",
            "one",
            "/second, /first",
            "two",
            "/second, /first",
            "restore");
    assertThat(seen).extracting(CaseResult::name).containsExactly("paired/one", "paired/two");
    assertThat(seen.get(0).problems()).isEmpty();
    assertThat(seen.get(0).pairs()).extracting(SlicePair::deployment).containsExactly(1, 1, 2, 2);
    assertThat(seen.get(0).server().source()).startsWith("no server; ");
  }

  @Test
  void continuesUndecidedCasesInStepsOfTwoDeploymentsUpToTheLimit() throws InterruptedException {
    List<Integer> judgedPairs = new ArrayList<>();
    io.perfline.core.run.StoppingRule stoppingRule =
        soFar -> {
          judgedPairs.add(soFar.pairs().size());
          return soFar.name().equals("paired/one");
        };

    List<CaseResult> seen = run(stoppingRule, plan("one", 80, 400), plan("two", 80, 200));

    assertThat(seen.get(0).pairs()).hasSize(4);
    assertThat(seen.get(1).pairs()).hasSize(10);
    assertThat(seen.get(1).pairs())
        .extracting(SlicePair::deployment)
        .containsExactly(1, 1, 2, 2, 3, 3, 4, 4, 5, 6);
    assertThat(judgedPairs).containsExactly(4, 4, 8, 10);
  }

  @Test
  void estimatesTheRemainingTimeOfUndecidedCasesFromEarlierRestarts() throws InterruptedException {
    clock = new SteppingClock(events, Duration.ofSeconds(20));

    run(undecidedCpuOf("paired/two"), plan("one", 80, 400), plan("two", 80, 200));

    assertThat(begun)
        .extracting(
            deployment ->
                "%d of %d, %s %s"
                    .formatted(
                        deployment.number(),
                        deployment.max(),
                        deployment.purpose(),
                        String.join(", ", deployment.cases())))
        .containsExactly(
            "1 of 10, MEASURE paired/one, paired/two",
            "2 of 10, MEASURE paired/one, paired/two",
            "3 of 6, DECIDE paired/two (cpu)",
            "4 of 6, DECIDE paired/two (cpu)",
            "5 of 6, DECIDE paired/two (cpu)",
            "6 of 6, DECIDE paired/two (cpu)");
    assertThat(begun)
        .as("before a restart was measured it is taken for 5 s, then for 20 s")
        .extracting(deployment -> Math.round(deployment.left().toMillis() / 5000.0) * 5)
        .containsExactly(50L, 180L, 80L, 60L, 40L, 20L);
    assertThat(begun.get(0).leftAfter()).isLessThan(begun.get(0).left()).isPositive();
    assertThat(begun.get(5).leftAfter()).isZero();
  }

  @Test
  void reportsProfiling() throws InterruptedException {
    profiling =
        new Profiling(folder, Profiling.When.SLOWER, List.of(), List::of, Clock.systemUTC());

    run(brokenAt("paired/one", 4, true), plan("one", 80, 80));

    assertThat(begun)
        .extracting(deployment -> deployment.purpose().words())
        .containsExactly(
            "measuring", "measuring", "recording the methods of", "recording the methods of");
    assertThat(begun.get(3).cases()).containsExactly("paired/one");
    assertThat(begun.get(2).left()).isGreaterThan(begun.get(3).left());
  }

  private static io.perfline.core.run.StoppingRule undecidedCpuOf(String name) {
    return new io.perfline.core.run.StoppingRule() {
      @Override
      public boolean decided(CaseResult soFar) {
        return !soFar.name().equals(name);
      }

      @Override
      public List<String> undecided(CaseResult soFar) {
        return List.of("cpu");
      }
    };
  }

  /** A clock on which only deployments take time. */
  private static final class SteppingClock extends Clock {

    private final List<String> events;
    private final Duration step;

    SteppingClock(List<String> events, Duration step) {
      this.events = events;
      this.step = step;
    }

    @Override
    public Instant instant() {
      long deployments = events.stream().filter(event -> event.startsWith("deploy")).count();
      return Instant.EPOCH.plus(step.multipliedBy(deployments));
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @Test
  void profilesOnlyBuildsThatExceedALimit() throws InterruptedException {
    profiling =
        new Profiling(
            folder,
            Profiling.When.SLOWER,
            List.of(),
            () -> {
              events.add("record");
              return List.of();
            },
            Clock.systemUTC());

    run(io.perfline.core.run.StoppingRule.AS_PLANNED, plan("one", 80, 80));
    assertThat(events).contains("deploy 2").doesNotContain("deploy 3", "record");
    assertThat(folder.resolve("why")).doesNotExist();

    run(brokenAt("paired/one", 4, false), plan("one", 80, 80));
    assertThat(events).as("only failing").doesNotContain("record");

    run(brokenAt("paired/one", 4, true), plan("one", 80, 80));
    assertThat(events).contains("deploy 3", "deploy 4", "record");
  }

  @Test
  void stopsAllCasesIfOneExceedsItsLimit() throws InterruptedException {
    List<CaseResult> seen =
        run(brokenAt("paired/two", 4, true), plan("one", 80, 400), plan("two", 80, 400));

    assertThat(seen).allMatch(result -> result.pairs().size() <= 8, "one round of eight pairs");
  }

  private static io.perfline.core.run.StoppingRule brokenAt(
      String name, int pairs, boolean slower) {
    return new io.perfline.core.run.StoppingRule() {
      @Override
      public boolean decided(CaseResult soFar) {
        return false;
      }

      @Override
      public boolean exceedsLimit(CaseResult soFar) {
        return soFar.name().equals(name) && soFar.pairs().size() >= pairs;
      }

      @Override
      public boolean isSlower(CaseResult soFar) {
        return slower && exceedsLimit(soFar);
      }
    };
  }

  @Test
  void tooFewPairsOfAHangingServiceAreInvalid() throws InterruptedException {
    List<CaseResult> undecided = run(soFar -> false, plan("hangs", 160, 160));
    List<CaseResult> decided = run(soFar -> true, plan("hangs", 160, 160));

    assertThat(undecided.get(0).pairs()).hasSizeLessThan(8);
    assertThat(undecided.get(0).problems()).anyMatch(problem -> problem.contains("of 8 pairs"));
    assertThat(decided.get(0).problems()).isEmpty();
  }

  @Test
  void continuesTheNumbersOfEarlierDeployments() throws InterruptedException {
    PairedCasePlan sequel = plan("one", 40, 40);
    run(
        io.perfline.core.run.StoppingRule.AS_PLANNED,
        new PairedCasePlan(sequel.plan(), sequel.pace(), 2, null, Progress.NONE));

    assertThat(events).startsWith("deploy 3").contains("deploy 4");
  }

  @Test
  void aFailedCaseDoesNotAffectOthers() throws InterruptedException {
    List<CaseResult> seen =
        run(
            io.perfline.core.run.StoppingRule.AS_PLANNED,
            plan("broken", 80, 80),
            plan("two", 80, 80));

    assertThat(seen.get(0).problems()).anyMatch(problem -> problem.contains("no connection"));
    assertThat(seen.get(1).problems()).isEmpty();
    assertThat(seen.get(1).pairs()).hasSize(4);
    assertThat(events).endsWith("restore");
  }

  @Test
  void aBaselineThatDoesNotDeployInvalidatesAllCases() throws InterruptedException {
    PairedDeployment dead =
        new PairedDeployment() {
          @Override
          public Endpoints deploy(int number) {
            throw Fault.noVerdict("it died");
          }

          @Override
          public void restore() {
            events.add("restore");
          }
        };

    List<CaseResult> seen =
        load(dead, io.perfline.core.run.StoppingRule.AS_PLANNED)
            .run(List.of(plan("one", 80, 80), plan("two", 80, 80)), 1, deployment -> {});

    assertThat(seen).allMatch(result -> result.problems().contains("it died"));
    assertThat(events).containsExactly("restore");
  }

  @Test
  void aServerThatDiesUnderLoadStopsAllCasesAndIsRecorded() throws InterruptedException {
    PairedDeployment ending =
        new PairedDeployment() {
          private final PairedDeployment contexts = new NotingContexts(events, first);

          @Override
          public Endpoints deploy(int number) throws InterruptedException {
            return contexts.deploy(number);
          }

          @Override
          public Optional<ServerEnd> endedServer() {
            return events.contains("one")
                ? Optional.of(new ServerEnd(ServerEnd.CANDIDATE, true, 0, "exit code 3"))
                : Optional.empty();
          }

          @Override
          public void restore() throws InterruptedException {
            contexts.restore();
          }
        };

    List<CaseResult> seen =
        load(ending, io.perfline.core.run.StoppingRule.AS_PLANNED)
            .run(List.of(plan("one", 80, 400), plan("two", 80, 400)), 1, deployment -> {});

    assertThat(events).contains("deploy 1").doesNotContain("deploy 2", "two").endsWith("restore");
    assertThat(seen.get(0).serverEnd().isRegression()).isTrue();
    assertThat(seen.get(0).problems())
        .singleElement()
        .asString()
        .matches(
            "the candidate's server ended after 0 s of load, which the baseline's survived:"
                + " exit code 3");
    assertThat(seen.get(1).serverEnd()).isNull();
    assertThat(seen.get(1).problems())
        .containsExactly(
            "not measured: the candidate's server had ended under the load of another case");
  }

  private List<CaseResult> run(
      io.perfline.core.run.StoppingRule stoppingRule, PairedCasePlan... plans)
      throws InterruptedException {
    return load(new NotingContexts(events, first), stoppingRule)
        .run(List.of(plans), 42, begun::add);
  }

  private PairedMeasurement load(
      PairedDeployment deployment, io.perfline.core.run.StoppingRule stoppingRule) {
    PairMeter meter = new PairMeter();
    meter.together(CostMeter.none("no server"));
    return new PairedMeasurement(
        deployment,
        plan -> new NotingDriver(events, SLICE.multipliedBy(5)),
        plan -> Optional.empty(),
        stoppingRule,
        meter,
        profiling,
        clock,
        CommonClock.ALONE);
  }

  static PairedCasePlan plan(String name, int millis, int atMost) {
    Map<String, Object> values = new HashMap<>();
    PairedKeys.dialect(List.of())
        .keys()
        .forEach(key -> key.defaultValue().ifPresent(value -> values.put(key.name(), value)));
    values.put(WorkloadSchema.OF, "fake");
    values.put(PairedKeys.SLICE, SLICE);
    values.put("case", name);
    Duration warmUp = Duration.ofMillis(1);
    return new PairedCasePlan(
        new CasePlan(
            "paired/" + name, "paired", Target.RECORDER, new CaseSettings(values), Map.of()),
        new Durations(warmUp, warmUp, Duration.ofMillis(millis), Duration.ofMillis(atMost)),
        0,
        null,
        Progress.NONE);
  }
}
