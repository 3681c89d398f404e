package io.perfline.gate.text;

import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a verdict in all forms into the folder of its run. */
public final class VerdictFiles {

  private static final List<String> NAMES =
      List.of(VerdictFile.NAME, JunitFile.NAME, MarkdownFile.NAME, TextFile.NAME);

  private VerdictFiles() {}

  /** Deletes the files of an earlier verdict, which could be mistaken for those of a new one. */
  public static void delete(Path run) throws IOException {
    for (String name : NAMES) {
      Files.deleteIfExists(run.resolve(name));
    }
  }

  /** Writes all forms; they link to the address of the report that the environment gives. */
  public static void write(Path run, Verdict verdict) throws IOException {
    VerdictFile.write(run, verdict);
    ReportAddress report = ReportAddress.of(System.getenv());
    JunitFile.write(run, verdict, report);
    MarkdownFile.write(run, verdict, report);
    TextFile.write(run, verdict, report);
  }

  /** Writes the JUnit file with an error: the reason why there is no verdict. */
  public static void writeNoVerdict(Path run, String cause) throws IOException {
    JunitFile.writeNoVerdict(run, cause);
  }
}
