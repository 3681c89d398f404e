package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.WarmUps;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the table of the seconds after which each build was warm, in each deployment. */
final class WarmUpTable {

  private record Row(
      CaseResult result, String build, Function<WarmUps.OfDeployment, Double> seconds) {

    private String times() {
      return result.warmUps().deployments().stream()
          .map(
              one ->
                  seconds.apply(one) == null
                      ? "not within " + NumberFormats.plain(one.seconds())
                      : NumberFormats.plain(seconds.apply(one)))
          .collect(Collectors.joining(", "));
    }
  }

  private WarmUpTable() {}

  static void write(HtmlBuilder html, List<CaseResult> cases) {
    List<Row> rows =
        cases.stream()
            .filter(result -> result.warmUps() != null)
            .flatMap(
                result ->
                    Stream.of(
                        new Row(result, "candidate", WarmUps.OfDeployment::candidateS),
                        new Row(result, "baseline", WarmUps.OfDeployment::baselineS)))
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    html.chapter("Warm-up");
    new HtmlTable<Row>()
        .heading("case", row -> row.result().name())
        .text("build", Row::build)
        .longText("warm after, s, in each deployment", Row::times)
        .figure("longest warm-up, s", row -> NumberFormats.plain(row.result().warmUps().longest()))
        .write(
            html,
            "A build is warm when its JIT compiler is nearly idle, and its service time and CPU per"
                + " request no longer change. The measurement begins when both builds are warm.",
            rows);
  }
}
