package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;

/** Reads points in time in the formats that tools write, as microseconds since 1970. */
final class EpochTime {

  private static final double MICROS_PER_S = 1e6;

  private EpochTime() {}

  /**
   * Reads a cell with an ISO 8601 time and its zone, or with a number. The size of the number shows
   * its unit (seconds, milliseconds, microseconds or nanoseconds), because all times are recent.
   *
   * @throws Fault (no verdict) if the cell is neither
   */
  static long micros(CsvRecords records, int column) {
    String text = records.text(column);
    if (text.indexOf('T') > 0) {
      return iso(records::fault, text);
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
      throw records.fault("'" + text + "' is not a time since 1970");
    }
    return Math.round(number * scale);
  }

  /**
   * Reads an ISO 8601 time with its zone.
   *
   * @param fault makes the error from its reason
   * @throws Fault if the text is not such a time
   */
  static long iso(Function<String, Fault> fault, String text) {
    try {
      return ChronoUnit.MICROS.between(Instant.EPOCH, OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      throw fault.apply("'" + text + "' is not a time with a zone, as in 2026-01-31T10:00:00Z");
    }
  }
}
