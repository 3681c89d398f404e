package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.StoppingRule;
import io.perfline.core.sample.SampleRuns;
import io.perfline.sims.service.BuiltService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PairedOptionsTest {

  @TempDir private Path folder;

  private static final CaseResult SLOWER =
      SampleRuns.measured("paired/record", SampleRuns.times(1000, 2000));

  private static final StoppingRule BROKEN =
      new StoppingRule() {
        @Override
        public boolean decided(CaseResult soFar) {
          return false;
        }

        @Override
        public boolean exceedsLimit(CaseResult soFar) {
          return true;
        }
      };

  @Test
  void anExceededLimitEndsThePipelinesLoad() {
    StoppingRule stoppingRule = options().comparison().stoppingRule(BROKEN);

    assertThat(stoppingRule.exceedsLimit(SLOWER)).isTrue();
  }

  @Test
  void anExceededLimitEndsOnlyItsOwnCaseInTheSelfTest() {
    StoppingRule stoppingRule =
        options("--candidate-war", "slower.war").comparison().stoppingRule(BROKEN);

    assertThat(stoppingRule.decided(SLOWER)).isTrue();
    assertThat(stoppingRule.exceedsLimit(SLOWER)).isFalse();
  }

  @ParameterizedTest(name = "differs: {0} → on purpose: {1}")
  @CsvSource({"'', true", "conf/app.properties, false"})
  void onlyIdenticalBuildsAreEqualOnPurpose(String differs, boolean onPurpose) throws IOException {
    Project project = Project.ofServers(folder);
    RunBaseline baseline =
        new RunBaseline("main~1", null, BaselineSource.FOUND, null)
            .with(differs.isEmpty() ? List.of() : List.of(differs), List.of());
    Path file = folder.resolve("baseline.json");
    new BaselineFile(baseline, null, folder.toString(), null).write(file);

    BuiltService found =
        options("--measure", "--baseline", file.toString())
            .comparison()
            .baseline(project)
            .orElseThrow();

    assertThat(found.differs() == null).isEqualTo(onPurpose);
  }

  private static PairedOptions options(String... words) {
    PairedOptions options = new PairedOptions();
    new CommandLine(options).parseArgs(words);
    return options;
  }
}
