package io.perfline.gate.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;

/** Formats numbers for the report, with three significant digits and groups of three digits. */
final class NumberFormats {

  /** The text that replaces a missing value. */
  static final String NONE = "–";

  private NumberFormats() {}

  /**
   * Formats a number with at most three significant digits below 1,000, and as a whole number
   * above.
   */
  static String plain(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    if (Math.abs(value) >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(3, RoundingMode.HALF_EVEN));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String ms(double microseconds) {
    return plain(microseconds / 1000);
  }

  static String with(double value, String unit) {
    return Double.isFinite(value) && unit != null && !unit.isEmpty()
        ? plain(value) + " " + unit
        : plain(value);
  }

  static String percent(double share) {
    return with(100 * share, "%");
  }

  static String megabytes(double bytes) {
    return plain(bytes / 1e6);
  }

  /** Formats a duration, such as {@code 1 min 30 s}. */
  static String duration(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 60) {
      return plain(duration.toMillis() / 1e3) + " s";
    }
    return seconds / 60 + " min " + seconds % 60 + " s";
  }
}
