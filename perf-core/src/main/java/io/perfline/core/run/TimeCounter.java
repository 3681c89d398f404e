package io.perfline.core.run;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Counts times in microseconds. As long as all of them are whole milliseconds, which is what most
 * load tools write, each has its exact value (up to 134 s). Once a more precise time is recorded,
 * all are counted with three significant digits.
 */
public final class TimeCounter {

  /** The lowest discernible value of a histogram whose values are whole milliseconds. */
  static final long MILLISECOND = 1000;

  private static final long SHORTEST_RANGE = 1L << 17;

  private Histogram times = wholeMilliseconds(0);

  /** Returns an empty histogram with one counter per whole millisecond up to a maximum. */
  static Histogram wholeMilliseconds(long maxUs) {
    int digits = digits(maxUs);
    long range = Math.max(SHORTEST_RANGE, maxUs);
    Histogram empty =
        digits == 5 // would take 2 MiB if it weren't packed
            ? new PackedHistogram(MILLISECOND, range, digits)
            : new Histogram(MILLISECOND, range, digits);
    empty.setAutoResize(true);
    return empty;
  }

  private static int digits(long maxUs) {
    return maxUs < 1 << 20 ? 3 : maxUs < 1 << 24 ? 4 : 5;
  }

  public void record(long us, long count) {
    if (isWhole(times)) {
      if (us % MILLISECOND != 0) {
        times = copy(times, new Histogram(3));
      } else if (digits(us) > times.getNumberOfSignificantValueDigits()) {
        times = copy(times, wholeMilliseconds(us));
      }
    }
    times.recordValueWithCount(us, count);
  }

  /** Removes all recorded times. */
  public void reset() {
    if (isWhole(times) && times.getNumberOfSignificantValueDigits() == 3) {
      times.reset();
    } else {
      times = wholeMilliseconds(0);
    }
  }

  /** Returns the current times; the histogram changes with the next one. */
  public Histogram histogram() {
    return times;
  }

  static boolean isWhole(Histogram histogram) {
    return histogram.getLowestDiscernibleValue() == MILLISECOND;
  }

  /** Returns the largest recorded value within the range that ends with {@code us}. */
  public static long exact(Histogram histogram, long us) {
    return isWhole(histogram) ? us - us % MILLISECOND : us;
  }

  /** Adds all values of a histogram to another one, regardless of their precision. */
  static Histogram copy(Histogram from, Histogram to) {
    for (var step : from.recordedValues()) {
      to.recordValueWithCount(
          exact(from, step.getValueIteratedTo()), step.getCountAtValueIteratedTo());
    }
    return to;
  }
}
