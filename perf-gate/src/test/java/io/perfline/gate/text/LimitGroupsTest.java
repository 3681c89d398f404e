package io.perfline.gate.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.LoadUnit;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.sample.Verdicts;
import io.perfline.gate.text.LimitGroups.Group;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LimitGroupsTest {

  @Test
  void countsEveryLimitOnceWithItsReason() {
    LimitGroups limits =
        LimitGroups.of(
            List.of(
                line(Finding.EXCEEDED, "is exceeded", true),
                line(Finding.WITHIN_PASS, "met", true),
                line(Finding.UNCHANGED, "equal", false),
                line(Finding.WITHIN_WARN, "exceeded a bit", false),
                busy(45),
                busy(1045.5),
                line(Finding.REQUESTS_FAILED, "too many failed", false),
                line(Finding.UNDECIDED, "undecided", true),
                line(Finding.TOO_FEW_PAIRS, "too few", true),
                line(Finding.OTHER_PROFILE, "only in nightly", false),
                line(Finding.LEFT_OUT, "only in a run without --only", false)));

    assertThat(limits.counts())
        .isEqualTo(
            "9 limits: 1 exceeded, 2 undecided when the load stopped at the first failure, 3 not judged"
                + " (2 machine busy, 1 requests failed), 1 with a warning, 1 met, 1 unchanged, not"
                + " measured; 1 more left out by --only; 1 more of other profiles");
    assertThat(limits.busyMachine())
        .hasValue(
            "machine busy: other processes used 1,046 %, which makes absolute limits unreliable"
                + " (comparisons in pairs are not affected: both builds share it); measure on a"
                + " quieter machine");
  }

  @ParameterizedTest
  @MethodSource("io.perfline.gate.text.GoldenTest#kinds")
  void theNumbersOfEachVerdictAddUp(String kind) {
    List<Line> lines = Verdicts.ALL.get(kind).lines();
    LimitGroups limits = LimitGroups.of(lines);
    int[] numbers =
        Pattern.compile("[0-9]+(?= (?:exceeded|not judged|undecided|with a|met|unchanged))")
            .matcher(limits.counts())
            .results()
            .mapToInt(found -> Integer.parseInt(found.group()))
            .toArray();

    assertThat(Arrays.stream(Group.values()).mapToInt(group -> limits.lines(group).size()).sum())
        .isEqualTo(lines.size());
    if (numbers.length > 1) {
      assertThat(limits.counts()).startsWith(Arrays.stream(numbers).sum() + " limits: ");
    }
  }

  @Test
  void withoutAConfirmedFailureAnUndecidedLimitWarns() {
    LimitGroups limits =
        LimitGroups.of(
            List.of(
                line(Finding.UNDECIDED, "undecided", true),
                line(Finding.LIKELY_EXCEEDED, "likely", true)));

    assertThat(limits.counts())
        .isEqualTo("2 limits: 1 not judged (likely exceeded), 1 with a warning");
    assertThat(limits.busyMachine()).isEmpty();
  }

  @Test
  void summarizesTheLimitsOfAGroup() {
    assertThat(LimitGroups.of(List.of()).counts()).isEmpty();
    assertThat(LimitGroups.of(List.of(line(Finding.WITHIN_PASS, "met", false))).counts())
        .isEqualTo("1 limit met");
    assertThat(LimitGroups.of(List.of(busy(45), busy(46))).counts())
        .isEqualTo("2 limits not judged (other processes used 46 %; affects only absolute limits)");
    assertThat(LimitGroups.of(List.of(line(Finding.OTHER_PROFILE, "nightly", false))).counts())
        .isEqualTo("1 limit of other profiles");
  }

  @Test
  void aDeadServerIsTheReasonOnlyForItsCase() {
    LimitGroups limits =
        LimitGroups.of(
            List.of(
                SampleLines.serverEnd("paired/record", "recorder", "the candidate's server ended"),
                line(Finding.NOT_MEASURED, "no pairs", true),
                line(Finding.NOT_MEASURED, "no pairs", false)));

    assertThat(limits.counts())
        .isEqualTo("3 limits: 1 exceeded, 2 not judged (1 not measured, 1 server ended)");
  }

  private static Line busy(double percent) {
    return SampleLines.busy(line(Finding.NOT_MEASURED, "busy", false), percent);
  }

  private static Line line(Finding finding, String reason, boolean paired) {
    return SampleLines.line(
        "limit",
        paired ? "paired/record" : "http/record",
        "recorder",
        "cpu",
        "<= +5 %",
        null,
        finding == Finding.NOT_MEASURED ? null : (Double) 1.0,
        "%",
        null,
        10,
        paired
            ? SampleLines.paired("previous", 1.0, 1.1, "us", LoadUnit.REQUEST, "the parent commit")
            : null,
        finding,
        reason);
  }
}
