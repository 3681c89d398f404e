package io.perfline.cli;

import static io.perfline.cli.StageLog.words;

import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The second comparison of the profile nightly: with the last release, for changes that are within
 * the limits from one night to the next and add up. It is a run of its own, whose verdict the gate
 * adds to that of the first.
 *
 * @param run the folder of the first run
 * @param found where to write what the second one is compared with
 * @param file the option that names perf.yml
 * @param limits the option that names the thresholds
 * @param servers the option that names the environment, or nothing
 * @param why the option on recording the methods that got slower, or nothing
 */
record ReleaseComparison(
    Path run,
    Path found,
    List<String> file,
    List<String> limits,
    List<String> servers,
    List<String> why) {

  /** Measures and judges it; a stage that fails leaves a folder without a verdict. */
  void measure(StageLog stages) throws IOException, InterruptedException {
    Path second = RunBaseline.folderSinceRelease(run);
    int code =
        stages.step(
            "baseline since release",
            words("baseline", file, "--since", "release", "--measure", "--out", found));
    if (code == 0 && BaselineFile.read(found).baseline().problem() != null) {
      return; // the gate warns that it was not made
    }
    Files.createDirectories(second);
    if (code == 0) {
      stages.step(
          "run since release",
          words(
              "run",
              "paired",
              file,
              "--profile",
              CiCommand.NIGHTLY,
              "--out",
              second,
              "--baseline",
              found,
              "--measure",
              limits,
              why,
              servers));
    }
    if (Files.exists(second.resolve(RunFile.NAME))) {
      stages.step("gate since release", words("gate", second, "--no-history", limits));
      stages.step("report since release", words("report", second));
    }
  }
}
