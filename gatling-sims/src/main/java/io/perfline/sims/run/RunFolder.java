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

public final class RunFolder {

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private RunFolder() {}

  /**
   * Returns the folder of a run: that of the run that is extended, the requested one, or one named
   * after the time and the commit.
   *
   * @throws Fault exit code 2 if it contains a run already
   */
  public static Path of(RunRequest request, BuildInfo build, Clock clock) {
    if (request.addTo() != null) {
      if (request.folder() != null) {
        throw Fault.configuration("--add-to RUN adds to that run: it can't be used with --out");
      }
      return request.addTo();
    }
    String name = STAMP.format(clock.instant()) + "-" + build.shortCommit();
    Path folder =
        request.folder() == null
            ? request.project().home().resolve("runs").resolve(name)
            : request.folder();
    refuseTaken(folder);
    return folder;
  }

  public static void refuseTaken(Path folder) {
    if (Files.exists(folder.resolve(RunFile.NAME))) {
      throw Fault.configuration(
          folder + " already contains a run: choose another folder with --out, or remove it");
    }
  }

  /**
   * Prints the folder of a written run.
   *
   * @throws Fault exit code 3 if a case is invalid, or none was measured
   */
  public static void print(PrintWriter out, Path folder, Run run) {
    long invalid = run.cases().stream().filter(result -> !result.valid()).count();
    out.println("Run: " + folder);
    if (run.cases().isEmpty() && run.shard() == null) {
      throw Fault.noVerdict(
          "nothing was measured: no case of the profile can run here; name the servers that the"
              + " cases need in the environment file, and for comparisons a baseline");
    }
    if (invalid > 0) {
      throw Fault.noVerdict(
          "%d of %d cases are invalid; %s contains the reasons"
              .formatted(invalid, run.cases().size(), folder.resolve(RunFile.NAME)));
    }
  }

  /** Returns the id of a run, which is the name of its folder. */
  public static String id(Path folder) {
    return folder.toAbsolutePath().normalize().getFileName().toString();
  }
}
