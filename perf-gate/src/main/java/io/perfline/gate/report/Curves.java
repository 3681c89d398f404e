package io.perfline.gate.report;

import io.perfline.core.run.Case;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.compare.RunWithSeconds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The charts of one run: percentile curves, sweeps, and each case over time. */
final class Curves {

  /** More lines than this can't be told apart on one picture. */
  private static final int READABLE = 8;

  private final RunWithSeconds measured;
  private final Pictures pictures;

  Curves(RunWithSeconds measured, Pictures pictures) {
    this.measured = measured;
    this.pictures = pictures;
  }

  void write(HtmlBuilder html) {
    percentiles(html);
    sweeps(html);
    timelines(html);
  }

  private void percentiles(HtmlBuilder html) {
    List<Case> cases =
        measured.run().cases().stream().filter(one -> one.times().count() > 0).toList();
    Map<String, Long> sizes =
        cases.stream().collect(Collectors.groupingBy(Case::simulation, Collectors.counting()));
    Map<String, Map<String, TimeDistribution>> pictured = new LinkedHashMap<>();
    for (Case one : cases) {
      String picture = sizes.get(one.simulation()) > READABLE ? sweep(one) : one.simulation();
      pictured.computeIfAbsent(picture, any -> new LinkedHashMap<>()).put(label(one), one.times());
    }
    if (pictured.isEmpty()) {
      return;
    }
    String kind = Wording.times(cases);
    html.chapter(kind + "s").open("div", "class", "pair");
    pictured.forEach(
        (picture, times) ->
            pictures.show(
                html,
                PercentileChart.of(times, kind.toLowerCase(Locale.ROOT))
                    .draw(
                        Drawing.fileName("percentiles", picture),
                        kind + " by percentile, " + picture)));
    html.close("div");
  }

  /** The simulation and what is swept: the name without its last part. */
  private static String sweep(Case one) {
    int last = one.name().lastIndexOf('/');
    return one.name().indexOf('/') == last ? one.simulation() : one.name().substring(0, last);
  }

  private void sweeps(HtmlBuilder html) {
    Map<String, List<Case>> sweeps = SweepChart.sweeps(measured.run().cases());
    if (sweeps.isEmpty()) {
      return;
    }
    html.chapter("Sweeps");
    if (sweeps.entrySet().stream()
        .anyMatch(one -> !SweepChart.published(one.getKey(), one.getValue()).isEmpty())) {
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
          pictures.show(html, SweepChart.throughput(sweep, cases));
          pictures.show(html, SweepChart.times(sweep, cases));
          SweepChart.space(sweep, cases).ifPresent(space -> pictures.show(html, space));
          html.close("div");
        });
  }

  private void timelines(HtmlBuilder html) {
    List<Case> cases =
        measured.run().cases().stream().filter(one -> !measured.seconds(one).isEmpty()).toList();
    if (cases.isEmpty()) {
      return;
    }
    html.chapter("Over time");
    for (Case one : cases) {
      Map<String, List<Second>> seconds = Map.of(label(one), measured.seconds(one));
      String file = one.name() + "-" + one.target();
      html.element("h3", label(one)).open("div", "class", "pair");
      pictures.show(
          html,
          TimelineChart.throughput(
              Drawing.fileName("throughput", file), "Throughput of " + label(one), seconds));
      pictures.show(
          html,
          TimelineChart.times(
              Drawing.fileName("times", file),
              Wording.times(List.of(one)) + " of " + label(one),
              one.timed(),
              seconds));
      html.close("div");
    }
  }

  static String label(Case one) {
    return one.name() + (one.target().equals("direct") ? "" : ", " + one.target());
  }
}
