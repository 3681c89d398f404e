package io.perfline.sims.merge;

import io.perfline.core.run.NewRunOption;
import io.perfline.sims.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./perfline merge} merges the shards that several generators measured into one run. */
@Command(
    name = "merge",
    description = "Merges the runs of 'perfline run --shard' and writes RUN/run.json.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all cases were validly measured",
      "2:wrong usage, or the runs are not the shards of one load",
      "3:a shard is missing, was not loaded together with the others, or is invalid"
    },
    footer = {
      "",
      "Counts and histograms are added exactly; shards of different loads are refused. The result"
          + " is an ordinary run; RUN/shards contains the files of the shards."
    })
public final class MergeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHARD", arity = "1..*", description = "Folders of the shards' runs.")
  private List<Path> shards;

  @Mixin private NewRunOption out;

  @Override
  public Integer call() throws IOException {
    RunFolder.refuseTaken(out.folder());
    RunFolder.print(
        spec.commandLine().getOut(), out.folder(), new Merge(shards, out.folder()).write());
    return 0;
  }
}
