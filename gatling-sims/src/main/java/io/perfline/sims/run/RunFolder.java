package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --out}: where a run goes. */
final class RunFolder {

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  @Option(
      names = "--out",
      paramLabel = "RUN",
      description = "The run's folder; its name is the run's id; default runs/TIME-COMMIT.")
  private Path out;

  /** The one that was named; null when none was. */
  Path given() {
    return out;
  }

  /**
   * The run that is added to, else the folder that was named, else one of the time and the commit.
   *
   * @param home where the folder {@code runs} is
   * @throws Fault exit code 2 when it holds a run already
   */
  Path choose(Optional<RunExtension> addition, Path home, BuildInfo build, Clock clock) {
    if (addition.isPresent()) {
      if (out != null) {
        throw Fault.configuration("--add-to RUN adds to that run: it can't be used with --out");
      }
      return addition.get().folder();
    }
    String name = STAMP.format(clock.instant()) + "-" + build.shortCommit();
    Path folder = out != null ? out : home.resolve("runs").resolve(name);
    refuseTaken(folder);
    return folder;
  }

  /** Refuses a folder that holds a run. */
  static void refuseTaken(Path folder) {
    if (Files.exists(folder.resolve(RunFile.NAME))) {
      throw Fault.configuration(
          folder + " already contains a run: choose another folder with --out, or remove it");
    }
  }

  /**
   * Tells where a run is that was written.
   *
   * @throws Fault exit code 3 when a case of it is invalid
   */
  static void tell(PrintWriter out, Path folder, Run run) {
    long invalid = run.cases().stream().filter(result -> !result.valid()).count();
    out.println("Run: " + folder);
    if (invalid > 0) {
      throw Fault.noVerdict(
          "%d of %d cases are invalid; %s contains the reasons"
              .formatted(invalid, run.cases().size(), folder.resolve(RunFile.NAME)));
    }
  }

  /** A run is called as its folder. */
  static String id(Path folder) {
    return folder.toAbsolutePath().normalize().getFileName().toString();
  }
}
