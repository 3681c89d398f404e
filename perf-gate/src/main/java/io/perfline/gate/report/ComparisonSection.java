package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the comparison with another run: a table of the common cases, and charts with the curves
 * of both runs.
 */
record ComparisonSection(RunWithSeconds run, RunWithSeconds other, Images images) {

  void write(HtmlBuilder html) {
    RunComparison comparison = RunComparison.of(other, run);
    html.chapter("Against run " + other.run().run());
    ComparisonTable.remarks(comparison).forEach(remark -> html.element("p", remark));
    if (!comparison.cases().isEmpty()) {
      HtmlTable.of(ComparisonTable.HEAD, ComparisonTable.FIGURES)
          .write(html, ComparisonTable.title(comparison), ComparisonTable.rows(comparison));
      html.element("p", ComparisonTable.NOTE, "class", "faint");
    }
    if (!comparison.alone().isEmpty()) {
      html.open("ul");
      comparison.alone().forEach(one -> html.element("li", one));
      html.close("ul");
    }
    comparison.cases().forEach(one -> charts(html, one.now(), one.before()));
  }

  private void charts(HtmlBuilder html, CaseResult result, CaseResult before) {
    Map<String, TimeDistribution> times = new LinkedHashMap<>();
    times.put(run.run().run(), result.times());
    times.put(other.run().run(), before.times());
    Map<String, List<Second>> seconds = new LinkedHashMap<>();
    seconds.put(run.run().run(), run.seconds(result));
    seconds.put(other.run().run(), other.seconds(before));
    String file = result.name() + "-" + result.target();
    String kind = Labels.times(List.of(result));
    html.element("h3", Curves.label(result)).open("div", "class", "pair");
    if (result.times().count() > 0 && before.times().count() > 0) {
      images.show(
          html,
          new PercentileChart(times, kind.toLowerCase(Locale.ROOT))
              .draw(
                  Drawing.fileName("against-percentiles", file),
                  kind + " by percentile of both runs, " + Curves.label(result)));
    }
    if (seconds.values().stream().noneMatch(List::isEmpty)) {
      images.show(
          html,
          TimelineChart.throughput(
              Drawing.fileName("against-throughput", file),
              "Throughput of both runs, " + Curves.label(result),
              LoadUnit.of(result),
              seconds));
    }
    html.close("div");
  }
}
