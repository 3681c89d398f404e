package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.perfline.gate.text.JunitFile;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests thresholds without or with wrong limits: none passes, and each error names its cause. */
class ThresholdsFailClosedTest {

  @TempDir private Path folder;
  private GateStand stand;

  @BeforeEach
  void aRunThatPasses() throws IOException {
    stand = new GateStand(folder);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void thresholdsWithoutLimitsAreRefused(String what, UnaryOperator<String> change, String message)
      throws IOException {
    stand.limits(change.apply(GateStand.THRESHOLDS));

    assertThat(stand.gate()).as(stand.printed()).isEqualTo(2);
    assertThat(stand.printed()).contains("thresholds.yml:").contains(message);
    assertThat(folder.resolve(VerdictFile.NAME)).doesNotExist();
  }

  static Stream<Arguments> thresholdsWithoutLimitsAreRefused() {
    return Stream.of(
        file("empty", text -> "", "the file is empty"),
        file("no thresholds", text -> "version: 1", "nothing is limited"),
        file("an empty list", text -> "{version: 1, thresholds: []}", "an empty one"),
        file("a misspelt key", text -> text.replaceFirst("pass:", "pas:"), "did you mean 'pass'"),
        file("a misspelt metric", text -> text.replace("time.p95", "time.p59"), "did you mean"),
        file("a misspelt case", text -> text.replaceFirst("record,", "recrod,"), "http/record'?"),
        file("a glob for nothing", text -> text.replace("kafka/*/*", "kafka/*"), "'kafka/*'"),
        file("no unit", text -> text.replaceFirst(" ms", ""), "has no unit"),
        file("another unit", text -> text.replaceFirst(" ms", " req/s"), "wrong kind of unit"),
        file("an id twice", text -> text.replace("record-rate", "record-p95"), "already"),
        file("a key twice", text -> text.replaceFirst("case:", "id: x, case:"), "twice"),
        file("two versions", text -> text + "---\nversion: 1\n", "not YAML"),
        file("no baseline", text -> text.replaceFirst("<= 500 ms", "<= +5 %"), "baseline"));
  }

  @Test
  void thresholdsOnlyOfOtherProfilesGiveNoVerdict() throws IOException {
    stand.limits(
        """
        version: 1
        thresholds:
          - { id: a, case: http/browse, metric: response_time.p95, pass: "<= 500 ms" }
        """);

    assertThat(stand.gate()).isEqualTo(3);
    assertThat(stand.printed()).contains("no threshold applies to a case of the profile commit");
  }

  @Test
  void removesAnEarlierVerdictIfThereIsNone() throws IOException {
    stand.gate();
    assertThat(folder.resolve(VerdictFile.NAME)).exists();
    stand.limits("");

    stand.gate();

    assertThat(folder.resolve(VerdictFile.NAME)).doesNotExist();
    assertThat(folder.resolve(JunitFile.NAME)).content().contains("<error ");
  }

  @Test
  void wrongUsage() {
    for (String[] args :
        List.<String[]>of(
            new String[] {"gate"},
            new String[] {"gate", folder.toString(), "--check"},
            new String[] {"gate", folder.toString(), "--treshold", "x"},
            new String[] {"gate", folder.toString(), "--cases", "x"},
            new String[] {"gate", folder.toString(), "--thresholds", "nowhere.yml"})) {
      assertThat(stand.perf(args)).as(String.join(" ", args)).isEqualTo(2);
    }
  }

  private static Arguments file(String what, UnaryOperator<String> change, String message) {
    return arguments(what, change, message);
  }
}
