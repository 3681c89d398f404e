package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Durations;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.JfrCase;
import io.perfline.core.run.JfrSlice;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.deploy.tomcat.ManagerClient;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.server.JvmMeter;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.service.BuiltService;
import io.perfline.sims.service.ProjectServices;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.WorkloadSchema;
import io.perfline.sims.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compares the recorder with itself in a real Tomcat with Kafka at each entry point. */
@Timeout(300)
class PairedMeasurementIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home", ".."));
  private static final Path WAR = HOME.resolve("perf-app/target/recorder.war");
  private static final Map<String, Driver> DRIVERS =
      Stream.<Driver>of(new HttpDriver(), new KafkaDriver(), new KryonetDriver())
          .collect(Collectors.toMap(Driver::name, Function.identity()));

  private static final io.perfline.core.run.StoppingRule RECORD_IS_BROKEN =
      new io.perfline.core.run.StoppingRule() {
        @Override
        public boolean decided(CaseResult soFar) {
          return true;
        }

        @Override
        public boolean exceedsLimit(CaseResult soFar) {
          return soFar.name().equals("paired/record");
        }
      };

  @TempDir Path folder;

  @Test
  void measuresEachEntryPointInEachDeploymentAndRestoresTheCandidate() throws Exception {
    try (KafkaServer kafka = KafkaServer.start(HOME, folder.resolve("kafka"));
        BothRecorders both = BothRecorders.start(HOME, folder, kafka);
        PairMeter meter = new PairMeter()) {
      meter.together(JvmMeter.of(both.tomcat().pid()));
      Environment environment = both.environment(folder.resolve("environment.yml"));
      PairedMeasurement load =
          new PairedMeasurement(
              services(environment),
              plan -> DRIVERS.get(plan.settings().choice(WorkloadSchema.OF)),
              plan -> Optional.empty(),
              RECORD_IS_BROKEN,
              meter,
              profiling(both.tomcat().pid()),
              Clock.systemUTC(),
              CommonClock.ALONE);

      List<CaseResult> seen = load.run(paired(), 42, deployment -> {});

      assertThat(seen)
          .extracting(CaseResult::name)
          .containsExactly("paired/pages", "paired/record", "paired/kryonet", "paired/topic");
      seen.forEach(PairedMeasurementIT::assertWhole);
      assertRecorded();
      assertThat(first(kafka)).as("emptied before each deployment").isPositive();
      assertThat(new ManagerClient(both.tomcat().environment()).list())
          .contains("/recorder:running")
          .doesNotContain("/recorder-baseline");
    }
  }

  /** Returns the services as in the recorder's perf.yml, with equal builds. */
  private ProjectServices services(Environment environment) {
    Project project = ProjectFile.read(HOME.resolve("perf.yml"));
    BuiltService candidate = new BuiltService("candidate", HOME, null, project, null, null);
    BuiltService baseline = new BuiltService("baseline", null, WAR, project, null, null);
    Map<String, ProcessHandle> servers = Map.of("kafka", ProcessHandle.current());
    return new ProjectServices(
        project, environment, candidate, baseline, folder, servers, HOME, null);
  }

  /** Returns the offset of the first record that is still in the recorder's topic. */
  private static long first(KafkaServer kafka) throws Exception {
    TopicPartition partition = new TopicPartition("recordings", 0);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrap()))) {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.earliest()))
          .partitionResult(partition)
          .get()
          .offset();
    }
  }

  private Profiling profiling(long pid) {
    return new Profiling(
        folder, Profiling.When.SLOWER, List.of("app"), () -> List.of(pid), Clock.systemUTC());
  }

  /** Profiles follow the judged pairs, in both places, and only for exceeded cases. */
  private void assertRecorded() {
    List<JfrCase> recorded = FlightRecordings.readIfPresent(folder).orElseThrow().cases();
    assertThat(recorded).extracting(JfrCase::name).containsExactly("paired/record");
    assertThat(recorded.get(0).problem()).isNull();
    assertThat(recorded.get(0).files())
        .hasSize(2)
        .allMatch(file -> Files.isRegularFile(FlightRecordings.folder(folder).resolve(file)));
    assertThat(recorded.get(0).slices())
        .hasSize(40)
        .allMatch(slice -> slice.cpuUs() > 0)
        .filteredOn(
            slice -> slice.messages() > 0) // on a busy machine one slice may have no samples
        .hasSizeGreaterThan(30);
    assertThat(recorded.get(0).slices()).extracting(JfrSlice::deployment).contains(3, 4);
    assertThat(recorded.get(0).slices())
        .filteredOn(JfrSlice::detailed)
        .as("five pairs of ten in either deployment")
        .hasSize(20);
  }

  private static void assertWhole(CaseResult seen) {
    assertThat(seen.problems()).as(seen.name()).isEmpty();
    assertThat(seen.errors()).as(seen.name()).isEmpty();
    assertThat(seen.pairs())
        .extracting(SlicePair::deployment)
        .containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 2, 2);
    assertThat(seen.pairs()).extracting(SlicePair::candidateFirst).contains(true, false);
    assertThat(seen.pairs())
        .flatMap(pair -> List.of(pair.candidate(), pair.baseline()))
        .allMatch(slice -> slice.requests() > 0)
        .allMatch(slice -> slice.serviceTime().count() == slice.requests())
        .allMatch(slice -> slice.serverCpuUs() > 0 && slice.serverAllocatedBytes() > 0);
    assertThat(seen.requests())
        .isEqualTo(seen.pairs().stream().mapToLong(pair -> pair.candidate().requests()).sum())
        .isEqualTo(seen.responseTime().count());
    assertThat(seen.server().allocatedBytes())
        .isEqualTo(
            seen.pairs().stream()
                .map(SlicePair::candidate)
                .mapToDouble(Slice::serverAllocatedBytes)
                .sum());
    assertThat(seen.parameters()).containsEntry("seed", "42");
  }

  private List<PairedCasePlan> paired() throws IOException {
    return plans().stream()
        .map(plan -> new PairedCasePlan(plan, plan.paces().get("commit"), 0, null, Progress.NONE))
        .toList();
  }

  private List<CasePlan> plans() throws IOException {
    Duration warmUp = Duration.ofMillis(500);
    return shipped().stream()
        .filter(plan -> plan.paces().containsKey("commit"))
        .map(
            plan ->
                new CasePlan(
                    plan.name(),
                    plan.driver(),
                    Target.RECORDER,
                    plan.settings().with("slice", Duration.ofMillis(100)),
                    Map.of("commit", new Durations(warmUp, Duration.ofSeconds(2)))))
        .toList();
  }

  private List<CasePlan> shipped() throws IOException {
    Path alone = Files.createDirectory(folder.resolve("workloads"));
    Files.copy(HOME.resolve("gatling-sims/workloads/paired.yml"), alone.resolve("paired.yml"));
    List<WorkloadSchema> dialects = List.of(PairedKeys.dialect(DRIVERS.values()));
    return Workloads.read(alone, dialects);
  }
}
