package io.perfline.core.run;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the results of other load tools for those that run such a tool. */
public interface ToolResults {

  /** Reads nothing. */
  ToolResults NONE =
      new ToolResults() {
        @Override
        public boolean measured(String tool, int exitCode) {
          return exitCode == 0;
        }

        @Override
        public List<CaseResult> read(
            String tool, String columns, Path file, String simulation, Path folder) {
          throw Fault.noVerdict("nothing here reads results of " + tool + "; 'perf run' does");
        }
      };

  /** Returns whether the tool has measured when it ends with an exit code. */
  boolean measured(String tool, int exitCode);

  /**
   * Reads the requests of a file, each name's as a case.
   *
   * @param tool the file's format, such as {@code k6}
   * @param columns the meaning of a CSV file's columns; null for another format
   * @param simulation the first part of each case's name
   * @param folder the folder for the cases' seconds
   * @throws io.perfline.core.command.Fault (no verdict) naming file and line, if it is not whole or
   *     contains no request
   */
  List<CaseResult> read(String tool, String columns, Path file, String simulation, Path folder)
      throws IOException;
}
