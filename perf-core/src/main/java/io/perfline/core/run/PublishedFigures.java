package io.perfline.core.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Figures that others published for the same cases ("Performance Battle of NoSQL blob storages" and
 * "Kryonet: simple but super-fast TCP communication in Java", M. Podval, 2014). They were measured
 * on two 32-core servers of 2014, so only their shape is comparable.
 */
public final class PublishedFigures {

  private static final Map<String, PublishedFigure> FIGURES = read();

  private PublishedFigures() {}

  public static Optional<PublishedFigure> of(String caseName) {
    return Optional.ofNullable(FIGURES.get(caseName));
  }

  /**
   * Returns the published messages per second by the name of our case; cases without a figure are
   * missing.
   */
  public static Map<String, Double> throughput() {
    Map<String, Double> throughput = new LinkedHashMap<>();
    FIGURES.values().stream()
        .filter(figure -> Double.isFinite(figure.messagesPerS()))
        .forEach(figure -> throughput.put(figure.caseName(), figure.messagesPerS()));
    return throughput;
  }

  private static Map<String, PublishedFigure> read() {
    Map<String, PublishedFigure> figures = new LinkedHashMap<>();
    try (InputStream in = PublishedFigures.class.getResourceAsStream("figures.csv");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines
          .lines()
          .skip(1)
          .map(PublishedFigure::parse)
          .forEach(figure -> figures.put(figure.caseName(), figure));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the published figures", e);
    }
    return figures;
  }

  /**
   * The published figures of one case; NaN for those that were not published.
   *
   * @param meanUs the mean response time in microseconds
   * @param medianUs the median response time in microseconds
   * @param keptBytes the bytes on the store's disks per message
   * @param note the text that was published instead of a throughput, such as {@code timed out};
   *     otherwise empty
   */
  public record PublishedFigure(
      String caseName,
      double messagesPerS,
      double meanUs,
      double medianUs,
      String note,
      double keptBytes) {

    static PublishedFigure parse(String line) {
      String[] cells = line.split(",", -1);
      return new PublishedFigure(
          cells[0],
          number(cells[1]),
          number(cells[2]),
          number(cells[3]),
          cells[4],
          number(cells[5]));
    }

    private static double number(String cell) {
      return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
    }
  }
}
