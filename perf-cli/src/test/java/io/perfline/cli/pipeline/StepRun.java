package io.perfline.cli.pipeline;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Run;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.SlicePair;
import io.perfline.core.sample.SampleRuns;
import java.util.List;

/** Writes the result of a bisection step, which only measures {@code paired/record}. */
public final class StepRun {

  private StepRun() {}

  public static Run of(List<SlicePair> pairs) {
    CaseResult result =
        SampleRuns.measured("paired/record", SampleRuns.times(1000))
            .withPairs(pairs)
            .with(new ServerMemory(List.of(), "a stand-in"));
    Run run = SampleRuns.run("step", SampleRuns.START, result);
    return new Run(
        run.schema(),
        run.run(),
        run.build(),
        run.branch(),
        run.commit(),
        run.deployedCommit(),
        run.profile(),
        run.environment(),
        run.started(),
        run.ended(),
        List.of(new CatalogueEntry("paired/record", result.target(), List.of("commit"))),
        run.cases(),
        null,
        null);
  }
}
