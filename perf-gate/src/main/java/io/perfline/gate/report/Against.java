package io.perfline.gate.report;

import io.perfline.gate.run.Case;
import io.perfline.gate.run.Second;
import io.perfline.gate.run.TimeDistribution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two runs on one picture: their cases side by side, and both curves over the same axis. */
final class Against {

  private final Measured run;
  private final Measured other;
  private final Pictures pictures;

  Against(Measured run, Measured other, Pictures pictures) {
    this.run = run;
    this.other = other;
    this.pictures = pictures;
  }

  void write(Html html) {
    html.element("h2", "Against run " + other.run().run());
    if (!run.run().environment().fingerprint().equals(other.run().environment().fingerprint())) {
      html.element(
          "p", "The two were measured on different machines: differences may come from these.");
    }
    List<Case> both =
        run.run().cases().stream().filter(one -> other.same(one).isPresent()).toList();
    if (both.isEmpty()) {
      html.element("p", "The two have no case in common.");
      return;
    }
    table(html, both);
    both.forEach(one -> charts(html, one, other.same(one).orElseThrow()));
  }

  private void table(Html html, List<Case> both) {
    Figures.openTable(
        html,
        "Change from run %s to run %s; whether it is more than noise is for a threshold to say"
            .formatted(other.run().run(), run.run().run()));
    Figures.head(
        html,
        "_case",
        "_target",
        "messages/s",
        "before",
        "change",
        "p95, ms",
        "before",
        "change",
        "errors",
        "before");
    html.open("tbody");
    for (Case one : both) {
      Case before = other.same(one).orElseThrow();
      html.open("tr")
          .element("th", one.name(), "scope", "row")
          .element("td", one.target(), "class", "text");
      figures(html, one.throughput_per_s(), before.throughput_per_s());
      figures(
          html,
          one.response_time().percentile_us(95) / 1000,
          before.response_time().percentile_us(95) / 1000);
      html.element("td", Numbers.percent(one.errorRate()))
          .element("td", Numbers.percent(before.errorRate()))
          .close("tr");
    }
    html.close("tbody");
    Figures.closeTable(html);
  }

  private static void figures(Html html, double now, double before) {
    html.element("td", Numbers.plain(now))
        .element("td", Numbers.plain(before))
        .element("td", change(now, before));
  }

  private static String change(double now, double before) {
    double change = now / before - 1;
    return (change > 0 ? "+" : "") + Numbers.percent(change);
  }

  private void charts(Html html, Case one, Case before) {
    Map<String, TimeDistribution> times = new LinkedHashMap<>();
    times.put(run.run().run(), one.response_time());
    times.put(other.run().run(), before.response_time());
    Map<String, List<Second>> seconds = new LinkedHashMap<>();
    seconds.put(run.run().run(), run.seconds(one));
    seconds.put(other.run().run(), other.seconds(before));
    String file = one.name() + "-" + one.target();
    html.element("h3", Curves.label(one)).open("div", "class", "pair");
    if (one.response_time().count() > 0 && before.response_time().count() > 0) {
      pictures.show(
          html,
          PercentileChart.of(times)
              .draw(
                  Drawing.fileName("against-percentiles", file),
                  "Response time by percentile of both runs, " + Curves.label(one)));
    }
    if (seconds.values().stream().noneMatch(List::isEmpty)) {
      pictures.show(
          html,
          TimelineChart.throughput(
              Drawing.fileName("against-throughput", file),
              "Throughput of both runs, " + Curves.label(one),
              seconds));
    }
    html.close("div");
  }
}
