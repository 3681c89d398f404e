package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import java.util.List;

/** Writes the table of requests to a service that was shut down under load. */
final class DrainTable {

  private DrainTable() {}

  static void write(HtmlBuilder html, List<CaseResult> cases) {
    List<CaseResult> ended = cases.stream().filter(result -> result.drain() != null).toList();
    if (ended.isEmpty()) {
      return;
    }
    html.chapter("Graceful shutdown");
    new HtmlTable<CaseResult>()
        .heading("case", CaseResult::name)
        .text("shutdown by", result -> result.drain().by())
        .figure("time, ms", result -> NumberFormats.ms(result.drain().timeMs() * 1000))
        .figure("under way", result -> NumberFormats.count(result.drain().underWay()))
        .figure("late", result -> NumberFormats.count(result.drain().late()))
        .figure("refused", result -> NumberFormats.count(result.drain().refused()))
        .figure("lost", result -> NumberFormats.count(result.drain().lost()))
        .figure("unanswered", result -> NumberFormats.count(result.drain().untold()))
        .figure("acknowledged", DrainTable::acknowledged)
        .figure("not stored", result -> NumberFormats.count(result.drain().unstored()))
        .write(
            html,
            "Under way: sent but not answered when the shutdown began. Late: those of them that"
                + " were answered afterwards. Refused: rejected with a retryable answer, or"
                + " connection refused. Lost: accepted, or sent before, and never answered."
                + " Unanswered: stored, although the connection closed without an answer. Not"
                + " stored: acknowledged messages that are not in the store. The time of a"
                + " redeployment ends when the next instance is ready.",
            ended);
  }

  private static String acknowledged(CaseResult result) {
    return result.stored() == null
        ? NumberFormats.NONE
        : NumberFormats.count(result.stored().acknowledged());
  }
}
