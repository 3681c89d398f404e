package io.perfline.proof;

import io.perfline.gate.metric.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How much a metric scattered when a build was compared with itself, as the resource {@code
 * measured-scatter.csv} contains it with its sources.
 *
 * @param pairs the standard deviation of the log ratio of a pair; 0 for memory
 * @param deployments the standard deviation of the deployments around the change of the build, as a
 *     log ratio, or in bytes for {@code growth}; the scatter of their pairs is not part of it
 */
record MeasuredScatter(
    String service, String caseName, Metric metric, double pairs, double deployments) {

  private static final String FILE = "measured-scatter.csv";

  /** Reads the whole table. */
  static List<MeasuredScatter> read() {
    try (InputStream in = MeasuredScatter.class.getResourceAsStream(FILE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .skip(1)
          .map(line -> of(line.split(",", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE, e);
    }
  }

  private static MeasuredScatter of(String[] cells) {
    Metric metric = Metric.of(cells[2]).orElseThrow();
    double unit = metric.difference() ? 1 : 0.01;
    double count = Double.parseDouble(cells[5]);
    double all =
        unit * Double.parseDouble(cells[4]) * Math.sqrt(count) / Double.parseDouble(cells[6]);
    // The deployments scatter by no more than was measured, whatever their pairs do.
    double pairs =
        Math.min(0.01 * Double.parseDouble(cells[3]), all * Math.sqrt(SimulatedBuild.PAIRS));
    double ofPairs = pairs * pairs / SimulatedBuild.PAIRS;
    return new MeasuredScatter(
        cells[0], cells[1], metric, pairs, Math.sqrt(Math.max(0, all * all - ofPairs)));
  }
}
