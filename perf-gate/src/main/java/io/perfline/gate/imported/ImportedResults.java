package io.perfline.gate.imported;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ToolResults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Reads the results of a load tool that perfline itself runs, in the same way as {@code ./perfline
 * import}.
 */
public final class ImportedResults implements ToolResults {

  @Override
  public boolean measured(String tool, int exitCode) {
    return of(tool).measured(exitCode);
  }

  @Override
  public List<CaseResult> read(
      String tool, String columns, Path file, Path printed, String simulation, Path folder)
      throws IOException {
    ImportPlan plan =
        new ImportPlan(
            tool, folder, simulation, Duration.ZERO, null, columns, null, false, false, null);
    return of(tool).cases(of(tool).files(file, printed), plan);
  }

  private static LoadTool of(String tool) {
    return LoadTool.valueOf(tool.toUpperCase(Locale.ROOT));
  }
}
