package io.perfline.gate.compare;

/**
 * What was published of one of our cases; NaN where nothing was.
 *
 * @param meanUs mean response time, microseconds
 * @param medianUs the median of the same
 * @param keptBytes what the store kept of a message on its disks, bytes
 * @param note what was published in place of a throughput, such as {@code timed out}; else empty
 */
public record PublishedFigure(
    String caseName,
    double messagesPerS,
    double meanUs,
    double medianUs,
    String note,
    double keptBytes) {

  /** A line of {@code figures.csv}. */
  static PublishedFigure parse(String line) {
    String[] cells = line.split(",", -1);
    return new PublishedFigure(
        cells[0], number(cells[1]), number(cells[2]), number(cells[3]), cells[4], number(cells[5]));
  }

  private static double number(String cell) {
    return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
  }
}
