package io.perfline.sims.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.deploy.command.Fault;
import io.perfline.sims.driver.Key;
import io.perfline.sims.driver.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadsTest {

  private static final Dialect DIALECT =
      new Dialect(
          "fake",
          List.of(
              Key.count("size", 1L, "of it"),
              Key.count("depth", null, "of it"),
              Key.choice("colour", "of it", "red", "green"),
              Key.duration("timeout", Duration.ofSeconds(10), "of it")),
          List.of(Target.DIRECT, Target.RECORDER));

  @TempDir Path folder;

  @Test
  void aSweepIsOneCaseAValue() throws IOException {
    List<CasePlan> plans =
        read(
            """
            version: 1
            driver: fake
            profiles:
              commit: {warm_up: 500 ms, duration: 8 s}
              nightly: {warm_up: 5 s, duration: 2 min}
            defaults: {colour: green, depth: 7}
            sweeps:
              size:
                values: [1, 2, {size: 3, depth: 9}]
                pace: {nightly: {warm_up: 0 s, duration: 1 h}}
                profiles: {commit: [2], nightly: all}
            cases:
              long_run: {profiles: [nightly], with: {timeout: 1 s}, targets: [direct, recorder]}
            """);

    assertThat(plans)
        .extracting(CasePlan::name, CasePlan::target)
        .containsExactly(
            tuple("fake/long_run", Target.DIRECT),
            tuple("fake/long_run", Target.RECORDER),
            tuple("fake/size/1", Target.DIRECT),
            tuple("fake/size/2", Target.DIRECT),
            tuple("fake/size/3", Target.DIRECT));
    assertThat(plans.get(3).settings().asText())
        .containsEntry("size", "2")
        .containsEntry("colour", "green")
        .containsEntry("depth", "7")
        .containsEntry("timeout", "10000 ms");
    assertThat(plans.get(4).settings().count("depth")).isEqualTo(9);
    assertThat(plans.get(3).paces())
        .containsEntry("commit", new Pace(Duration.ofMillis(500), Duration.ofSeconds(8)))
        .containsEntry("nightly", new Pace(Duration.ZERO, Duration.ofHours(1)));
    assertThat(CasePlan.of(plans, "commit"))
        .extracting(CasePlan::name)
        .containsExactly("fake/size/2");
  }

  @Test
  void aWarmUpMayHaveALongestLengthWhereTheLoadIsWatched() throws IOException {
    String text =
        """
        version: 1
        driver: fake
        profiles:
          nightly: {warm_up: 4 s, warm_up_most: 8 s, duration: 10 s}
          brief: {warm_up: 4 s, duration: 10 s}
        cases:
          one: {profiles: [nightly, brief]}
        """;
    List<Dialect> watched = List.of(new Dialect("fake", DIALECT.keys(), DIALECT.targets(), true));
    Files.writeString(folder.resolve("fake.yml"), text);

    CasePlan plan = Workloads.read(folder, watched).get(0);

    assertThat(plan.paces())
        .containsEntry(
            "nightly",
            new Pace(Duration.ofSeconds(4), Duration.ofSeconds(8), Duration.ofSeconds(10)))
        .containsEntry("brief", new Pace(Duration.ofSeconds(4), Duration.ofSeconds(10)));
    assertThatThrownBy(() -> read(text))
        .hasMessageContaining("fake.yml:4: unknown key 'warm_up_most'; allowed are warm_up, dur");
    Files.writeString(folder.resolve("fake.yml"), text.replace("_most: 8 s", "_most: 3 s"));
    assertThatThrownBy(() -> Workloads.read(folder, watched))
        .hasMessageContaining("fake.yml:4: warm_up_most is shorter than warm_up");
  }

  @Test
  void tellsAllFaultsAtOnceEachWithItsLine() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    version: 2
                    driver: fake
                    profiles:
                      commit: {warm_up: 3, duration: 8 s}
                    defaults: {colour: blue, weight: 3}
                    sweeps:
                      size:
                        values: [1, 0, 1]
                        profiles: {commit: [4], weekly: all}
                      nothing: {values: [1], profiles: {commit: all}}
                    cases:
                      one: {profiles: [daily], targets: [moon]}
                    """))
        .isInstanceOfSatisfying(
            Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(Fault.CONFIGURATION))
        .message()
        .contains("fake.yml:1: version: this perfline reads 1")
        .contains("fake.yml:4: warm_up: expected a time with its unit")
        .contains("fake.yml:5: colour: expected one of red, green, found 'blue'")
        .contains("fake.yml:5: unknown key 'weight'; allowed are colour, depth, size, timeout")
        .contains("fake.yml:8: size: expected a whole number of 1 or more, found '0'")
        .contains("fake.yml:8: the value 1 is there twice")
        .contains("fake.yml:9: 4 is none of the sweep's values")
        .contains("fake.yml:9: unknown key 'weekly'; allowed are commit")
        .contains("fake.yml:10: sweep 'nothing' varies no setting of fake")
        .contains("fake.yml:12: unknown profile 'daily'")
        .contains("fake.yml:12: target 'moon': fake can be aimed at [direct, recorder]");
  }

  @Test
  void refusesWhatIsNoWorkloadAtAll() throws IOException {
    Stream.of("", "just text", "driver: [", "version: 1\ndriver: unheard\nprofiles: {}\ncases: {}")
        .forEach(text -> assertThatThrownBy(() -> read(text)).isInstanceOf(Fault.class));
    assertThatThrownBy(() -> Workloads.read(folder.resolve("none"), List.of(DIALECT)))
        .hasMessageContaining("cannot list the workloads");
  }

  private List<CasePlan> read(String text) throws IOException {
    Files.writeString(folder.resolve("fake.yml"), text);
    return Workloads.read(folder, List.of(DIALECT));
  }

  private static org.assertj.core.groups.Tuple tuple(Object... values) {
    return org.assertj.core.groups.Tuple.tuple(values);
  }
}
