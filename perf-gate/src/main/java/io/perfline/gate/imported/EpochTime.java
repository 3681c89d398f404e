package io.perfline.gate.imported;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/** Times of day in the forms that tools write them. */
final class EpochTime {

  private static final double MICROS_PER_S = 1e6;

  private EpochTime() {}

  /**
   * The cell in microseconds since the epoch: an ISO 8601 time with its zone, or a number whose
   * size tells its unit, since all of them are of this century.
   *
   * @throws io.perfline.core.command.Fault (no verdict) when it is neither
   */
  static long micros(CsvRecords records, int column) {
    String text = records.text(column);
    if (text.indexOf('T') > 0) {
      try {
        return ChronoUnit.MICROS.between(Instant.EPOCH, OffsetDateTime.parse(text).toInstant());
      } catch (DateTimeException e) {
        throw records.fault("'" + text + "' is no time with a zone, as in 2026-01-31T10:00:00Z");
      }
    }
    if (text.indexOf('E') >= 0 || text.indexOf('e') >= 0) {
      throw records.fault(
          "'%s' is a rounded time, as a spreadsheet writes it: give the file as the tool wrote it"
              .formatted(text));
    }
    double number = records.number(column);
    double scale = MICROS_PER_S;
    while (number * scale >= 1e17) { // the year 5138
      scale /= 1e3;
    }
    if (number * scale < 9e14) { // 1998
      throw records.fault("'" + text + "' is no time since 1970");
    }
    return Math.round(number * scale);
  }
}
