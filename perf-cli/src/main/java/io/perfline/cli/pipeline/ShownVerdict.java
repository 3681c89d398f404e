package io.perfline.cli.pipeline;

import io.perfline.core.run.RunBaseline;
import io.perfline.gate.GateRequest;
import io.perfline.gate.text.Reproduction;
import io.perfline.gate.text.VerdictTable;
import io.perfline.gate.text.VerdictText;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The form in which the verdict on a run is printed.
 *
 * @param home the project's folder, to which the path of the report is relative
 */
record ShownVerdict(Path home, Path run, GateRequest.Shown shown) {

  private static final String REPORT = "report/index.html";

  /** Prints the verdict at the end, where people look for it. */
  void print(Verdict verdict, RunBaseline baseline, PrintWriter out) throws IOException {
    switch (shown) {
      case JSON -> out.println(VerdictFile.json(verdict));
      case SENTENCE -> out.println(verdict.outcome().id() + ": " + verdict.summary());
      default -> {
        if (shown == GateRequest.Shown.TABLE) {
          out.println(VerdictTable.of(verdict));
        }
        Map<String, String> more = new LinkedHashMap<>();
        if (Files.exists(run.resolve(REPORT))) {
          more.put("report", home.relativize(run).resolve(REPORT).toString());
        }
        if (verdict.outcome() == Outcome.FAIL) {
          more.put("reproduce", Reproduction.command(verdict, baseline));
        }
        out.print(VerdictText.of(verdict, RunBaseline.nameOf(baseline), more));
      }
    }
    out.flush();
  }
}
