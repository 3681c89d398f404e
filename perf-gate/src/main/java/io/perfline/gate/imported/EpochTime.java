package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;

/** Reads times of day in the forms that tools write, as microseconds since 1970. */
final class EpochTime {

  private static final double MICROS_PER_S = 1e6;

  private EpochTime() {}

  /**
   * A cell with an ISO 8601 time and its zone, or a number; its size shows its unit, since all
   * times are of this century.
   *
   * @throws Fault (no verdict) when it is neither
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
   * @throws Fault that {@code fault} makes of the reason, when it isn't a time with its zone
   */
  static long iso(Function<String, Fault> fault, String text) {
    try {
      return ChronoUnit.MICROS.between(Instant.EPOCH, OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      throw fault.apply("'" + text + "' is not a time with a zone, as in 2026-01-31T10:00:00Z");
    }
  }
}
