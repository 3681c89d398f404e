package io.perfline.sims.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Durations;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadsTest {

  private static final WorkloadSchema DIALECT =
      new WorkloadSchema(
          "fake",
          List.of(
              SettingKey.count("size", 1L, "of it"),
              SettingKey.count("depth", null, "of it"),
              SettingKey.choice("colour", "of it", "red", "green"),
              SettingKey.duration("timeout", Duration.ofSeconds(10), "of it")),
          List.of(Target.DIRECT, Target.RECORDER));

  private static final WorkloadSchema COMPARING =
      new WorkloadSchema(
          "comparing",
          List.of(SettingKey.count("slices", 1L, "of it")),
          List.of(Target.RECORDER),
          false,
          Map.of(
              "fake",
              new WorkloadSchema(
                  "comparing",
                  List.of(
                      SettingKey.count("slices", 1L, "of it"),
                      SettingKey.count("size", 1L, "of it")),
                  List.of(Target.RECORDER))));

  @TempDir Path folder;

  @Test
  void aSweepHasOneCasePerValue() throws IOException {
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
        .containsEntry("commit", new Durations(Duration.ofMillis(500), Duration.ofSeconds(8)))
        .containsEntry("nightly", new Durations(Duration.ZERO, Duration.ofHours(1)));
    assertThat(CasePlan.of(plans, "commit"))
        .extracting(CasePlan::name)
        .containsExactly("fake/size/2");
  }

  @Test
  void aWarmUpMayHaveAMaximumIfTheLoadIsWatched() throws IOException {
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
    List<WorkloadSchema> watched =
        List.of(new WorkloadSchema("fake", DIALECT.keys(), DIALECT.targets(), true));
    Files.writeString(folder.resolve("fake.yml"), text);

    CasePlan plan = Workloads.read(folder, watched).get(0);

    assertThat(plan.paces())
        .containsEntry(
            "nightly",
            new Durations(Duration.ofSeconds(4), Duration.ofSeconds(8), Duration.ofSeconds(10)))
        .containsEntry("brief", new Durations(Duration.ofSeconds(4), Duration.ofSeconds(10)));
    assertThatThrownBy(() -> read(text))
        .hasMessageContaining(
            "fake.yml:4:27: unknown key 'warm_up_most' in a pace; allowed: warm_up, dur");
    Files.writeString(folder.resolve("fake.yml"), text.replace("_most: 8 s", "_most: 3 s"));
    assertThatThrownBy(() -> Workloads.read(folder, watched))
        .hasMessageContaining("fake.yml:4:41: warm_up_most: it is shorter than warm_up");
  }

  @Test
  void reportsAllErrorsAtOnceWithTheirLines() {
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
                      Two: {}
                    """))
        .isInstanceOfSatisfying(
            Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(Fault.CONFIGURATION))
        .message()
        .contains("13 faults in " + folder.resolve("fake.yml"))
        .contains("fake.yml:1:10: expected the version to be 1, found '2'")
        .contains("fake.yml:4:21: expected a time with its unit (ms, s, min or h)")
        .contains("fake.yml:5:20: expected a word, found 'blue'; allowed: red, green")
        .contains("fake.yml:5:26: unknown key 'weight' in the settings of fake; allowed: colour,")
        .contains("fake.yml:8:17: expected a whole number of 1 or more, found '0'")
        .contains("fake.yml:8:20: the value of size '1' is already defined in line 8")
        .contains("fake.yml:9:25: unknown value of size '4'; known: 1")
        .contains("fake.yml:9:29: unknown key 'weekly' in values by profile; allowed: commit")
        .contains(
            "fake.yml:10:12: vary: 'nothing' is not a setting of fake; choose one of: colour,"
                + " depth")
        .contains("fake.yml:12:20: expected a profile, found 'daily'; allowed: commit")
        .contains("fake.yml:12:38: expected a target, found 'moon'; allowed: direct, recorder")
        .contains("fake.yml:13:3: expected a name of a-z, 0-9 and '_', found 'Two'")
        .contains("fake.yml:13:8: a case needs the key 'profiles'");
  }

  @ParameterizedTest(name = "{0} → {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          warm_up: 1 s        | warm_up: 2 s, size: 4  | 3:35: unknown key 'size' in a pace
          fake                | faked                  | 2:9: expected a driver, found 'faked' (did you
          values: [{size: 1}] | values: [{depth: 1}]   | 6:14: size: every value of this sweep needs it
          values: [{size: 1}] | values: [[1]]          | 6:14: expected a whole number of 1 or more
          values: [{size: 1}] | values: 1              | 6:13: expected a list
          vary: size          | vary: sise             | 7:11: expected a setting of fake, found 'sise'
          commit: all         | commit: some           | 8:24: expected 'all' or a list of values
          commit: all         | commit: {all: yes}     | 8:24: expected 'all' or a list of values
          sweeps:             | sweep:                 | 4:1: unknown key 'sweep' in a workload
          sweeps:             | sweep:                 | 1:1: cases: neither 'cases' nor 'sweeps' is
          version: 1          | verse: 1               | 1:1: a workload needs the key 'version'
          """)
  void namesThePositionOfEachError(String written, String instead, String message) {
    String right =
        """
        version: 1
        driver: fake
        profiles: {commit: {warm_up: 1 s, duration: 1 s}}
        sweeps:
          one:
            values: [{size: 1}]
            vary: size
            profiles: {commit: all}
        """;
    assertThatCode(() -> read(right)).doesNotThrowAnyException();

    assertThatThrownBy(() -> read(right.replace(written, instead)))
        .hasMessageContaining("fake.yml:" + message);
  }

  @Test
  void aPairedCaseHasTheSettingsOfItsDriver() throws IOException {
    List<CasePlan> plans =
        read(
            """
            version: 1
            driver: comparing
            profiles: {commit: {warm_up: 1 s, duration: 2 s, at_most: 5 s}}
            defaults: {slices: 3}
            cases:
              one: {of: fake, with: {size: 2}, profiles: [commit]}
            """);

    assertThat(plans).extracting(CasePlan::driver).containsExactly("comparing");
    assertThat(plans.get(0).settings().asText())
        .containsEntry("of", "fake")
        .containsEntry("size", "2")
        .containsEntry("slices", "3");
    assertThat(plans.get(0).paces().get("commit").atMost()).isEqualTo(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {of: fake, with: {large: 1}, profiles: [commit]} | unknown key 'large'
          {with: {size: 1}, profiles: [commit]}            | needs the key 'of'
          {of: feke, profiles: [commit]}                   | expected a driver, found 'feke'
          """)
  void refusesAPairedCaseThatNoDriverSupports(String written, String message) {
    String text =
        """
        version: 1
        driver: comparing
        profiles: {commit: {warm_up: 1 s, duration: 2 s}}
        cases:
          one: %s
        """;

    assertThatThrownBy(() -> read(text.formatted(written))).hasMessageContaining(message);
    assertThatThrownBy(
            () ->
                read(
                    text.formatted("{of: fake, profiles: [commit]}")
                        .replace("duration: 2 s", "duration: 2 s, at_most: 1 s")))
        .hasMessageContaining("it is shorter than duration");
  }

  @Test
  void reportsTheErrorsOfAllFilesAtOnce() throws IOException {
    Files.writeString(folder.resolve("a.yml"), "driver: [");
    Files.writeString(folder.resolve("b.yml"), "");

    assertThatThrownBy(() -> read("just text"))
        .hasMessageContaining("a.yml:1:10: not YAML")
        .hasMessageContaining("b.yml:1:1: the file is empty")
        .hasMessageContaining("fake.yml:1:1: expected a workload with the keys version, driver");
  }

  @Test
  void refusesFilesThatAreNotWorkloads() throws IOException {
    Stream.of("", "just text", "driver: [", "version: 1\ndriver: unheard\nprofiles: {}\ncases: {}")
        .forEach(text -> assertThatThrownBy(() -> read(text)).isInstanceOf(Fault.class));
    assertThatThrownBy(() -> Workloads.read(folder.resolve("none"), List.of(DIALECT)))
        .hasMessageContaining("cannot list the workloads");
  }

  private List<CasePlan> read(String text) throws IOException {
    Files.writeString(folder.resolve("fake.yml"), text);
    return Workloads.read(folder, List.of(DIALECT, COMPARING));
  }

  private static org.assertj.core.groups.Tuple tuple(Object... values) {
    return org.assertj.core.groups.Tuple.tuple(values);
  }
}
