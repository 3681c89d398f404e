package io.perfline.gate.report;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes {@code RUN/report/}: built beside it, then put in the place of an older one. */
final class ReportFolder {

  private static final String STYLE = "report.css";

  private ReportFolder() {}

  /**
   * @return the page
   * @throws Fault (exit code 3) when the folder can't be written
   */
  static Path write(Path run, Report.Files files) {
    Path folder = run.resolve("report");
    Path part = run.resolve("report.part");
    try {
      FileTree.delete(part);
      Files.createDirectories(part);
      Files.writeString(part.resolve("index.html"), files.page());
      for (Drawing drawing : files.drawings()) {
        Files.writeString(part.resolve(drawing.file()), drawing.svg());
      }
      try (InputStream style = ReportFolder.class.getResourceAsStream(STYLE)) {
        Files.copy(style, part.resolve(STYLE));
      }
      FileTree.delete(folder);
      Files.move(part, folder);
      return folder.resolve("index.html");
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write the report to " + folder + ": " + e, e);
    }
  }
}
