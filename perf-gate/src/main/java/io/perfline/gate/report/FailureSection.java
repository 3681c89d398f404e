package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.FailedAnswer;
import java.nio.file.Path;
import java.util.List;

/** Writes the first failed requests of each case, with the responses to them. */
final class FailureSection {

  private FailureSection() {}

  static void write(HtmlBuilder html, Path run, List<CaseResult> cases) {
    List<CaseResult> failed =
        cases.stream().filter(result -> !FailedAnswer.read(run, result).isEmpty()).toList();
    if (failed.isEmpty()) {
      return;
    }
    html.chapter("The first failed requests");
    for (CaseResult result : failed) {
      html.element("h3", result.name());
      FailedAnswer.read(run, result).forEach(answer -> write(html, answer));
    }
  }

  private static void write(HtmlBuilder html, FailedAnswer answer) {
    html.open("details")
        .element("summary", answer.request() + ": " + answer.kind())
        .element("pre", String.join("\n", answer.checks()))
        .element("pre", answer.sent())
        .element("pre", answer.received())
        .close("details");
  }
}
