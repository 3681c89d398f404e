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
import java.util.stream.Collectors;
import org.jfree.data.xy.XYSeries;

/**
 * Writes the charts of one run: percentiles, sweeps, and each case over time.
 *
 * @param withPublished true to include figures that others published for other machines
 */
record Curves(RunWithSeconds run, Images images, boolean withPublished) {

  /** The maximum number of lines that can be distinguished in one chart. */
  private static final int READABLE = 8;

  void write(HtmlBuilder html) {
    percentiles(html);
    sweeps(html);
    timelines(html);
  }

  private void percentiles(HtmlBuilder html) {
    List<CaseResult> cases =
        run.run().cases().stream().filter(result -> result.times().count() > 0).toList();
    Map<String, Long> sizes =
        cases.stream()
            .collect(Collectors.groupingBy(CaseResult::simulation, Collectors.counting()));
    Map<String, Map<String, TimeDistribution>> pictured = new LinkedHashMap<>();
    for (CaseResult result : cases) {
      String picture =
          sizes.get(result.simulation()) > READABLE ? sweep(result) : result.simulation();
      pictured
          .computeIfAbsent(picture, any -> new LinkedHashMap<>())
          .put(label(result), result.times());
    }
    if (pictured.isEmpty()) {
      return;
    }
    String kind = Labels.times(cases);
    html.chapter(kind + "s").open("div", "class", "pair");
    pictured.forEach(
        (picture, times) ->
            images.show(
                html,
                new PercentileChart(times, kind.toLowerCase(Locale.ROOT))
                    .draw(
                        Drawing.fileName("percentiles", picture),
                        kind + " by percentile, " + picture)));
    html.close("div");
  }

  /** Returns the name of the case without its value, which identifies its simulation and sweep. */
  private static String sweep(CaseResult result) {
    int last = result.name().lastIndexOf('/');
    return result.name().indexOf('/') == last
        ? result.simulation()
        : result.name().substring(0, last);
  }

  private void sweeps(HtmlBuilder html) {
    Map<String, List<CaseResult>> sweeps = SweepChart.sweeps(run.run().cases());
    if (sweeps.isEmpty()) {
      return;
    }
    html.chapter("Sweeps");
    if (sweeps.entrySet().stream()
        .anyMatch(one -> !published(one.getKey(), one.getValue()).isEmpty())) {
      html.element(
          "p",
          "The thin grey lines were published in 2014, of two servers with 32 cores each:"
              + " compare their shape, not their height.",
          "class",
          "faint");
    }
    sweeps.forEach(
        (sweep, cases) -> {
          html.open("div", "class", "pair");
          images.show(html, SweepChart.throughput(sweep, cases, published(sweep, cases)));
          images.show(html, SweepChart.times(sweep, cases));
          SweepChart.space(sweep, cases).ifPresent(space -> images.show(html, space));
          html.close("div");
        });
  }

  private List<XYSeries> published(String sweep, List<CaseResult> cases) {
    return withPublished ? SweepChart.published(sweep, cases) : List.of();
  }

  private void timelines(HtmlBuilder html) {
    List<CaseResult> cases =
        run.run().cases().stream().filter(result -> !run.seconds(result).isEmpty()).toList();
    if (cases.isEmpty()) {
      return;
    }
    html.chapter("Over time");
    for (CaseResult result : cases) {
      Map<String, List<Second>> seconds = Map.of(label(result), run.seconds(result));
      String file = result.name() + "-" + result.target();
      html.element("h3", label(result)).open("div", "class", "pair");
      images.show(
          html,
          TimelineChart.throughput(
              Drawing.fileName("throughput", file),
              "Throughput of " + label(result),
              LoadUnit.of(result),
              seconds));
      images.show(
          html,
          TimelineChart.times(
              Drawing.fileName("times", file),
              Labels.times(List.of(result)) + " of " + label(result),
              result.timed(),
              seconds));
      html.close("div");
    }
  }

  static String label(CaseResult result) {
    return result.name() + (result.target().equals("direct") ? "" : ", " + result.target());
  }
}
