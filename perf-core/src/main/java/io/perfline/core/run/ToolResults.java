package io.perfline.core.run;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the results of other load tools, for cases that run such a tool. */
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
            String tool, String columns, Path file, Path printed, String simulation, Path folder) {
          throw Fault.noVerdict("nothing here reads results of " + tool + "; 'perfline run' does");
        }
      };

  /** Returns whether a tool that ended with an exit code has measured. */
  boolean measured(String tool, int exitCode);

  /**
   * Returns the requests in a file as cases, one for each request name.
   *
   * @param tool the file's format, such as {@code k6}
   * @param columns the meaning of a CSV file's columns; null for another format
   * @param printed the file with what the tool printed, such as its own counts
   * @param simulation the first part of each case's name
   * @param folder the folder for the cases' seconds
   * @throws io.perfline.core.command.Fault (no verdict) with file and line, if the file is not
   *     complete or contains no request
   */
  List<CaseResult> read(
      String tool, String columns, Path file, Path printed, String simulation, Path folder)
      throws IOException;
}
