package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a case that contains the reason why it was not measured. */
class NothingMeasuredTest {

  private static final String WHY = "the recorder at http://127.0.0.1:8080 is not ready after 60 s";

  @TempDir private Path folder;

  @Test
  void reportsOnlyTheReasonAndOnlyOnce() throws IOException {
    GateStand stand = new GateStand(folder);
    Run run = Runs.good();
    List<CaseResult> cases = new ArrayList<>(run.cases());
    cases.set(0, nothing(cases.get(0)));
    RunFile.write(folder, run.with(cases));

    assertThat(stand.gate()).as(stand.printed()).isEqualTo(3);
    assertThat(VerdictFile.read(folder).lines())
        .filteredOn(line -> line.caseName().equals("http/record"))
        .extracting(Line::reason)
        .containsExactly(WHY, WHY);
    assertThat(stand.printed().lines().skip(1))
        .filteredOn(line -> line.contains("http/record"))
        .satisfiesExactly(
            first -> assertThat(first).endsWith(WHY),
            second -> assertThat(second).endsWith("as above"));
  }

  private static CaseResult nothing(CaseResult whole) {
    TimeDistribution none = TimeDistribution.of(new Histogram(3));
    return whole
        .withPeriod(whole.start(), whole.start(), 0)
        .withCounts(0, 0, 0)
        .withTimes(none, none)
        .withProblems(List.of(WHY));
  }
}
