package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A complete distribution of times in microseconds, rather than just its percentiles. Immutable.
 * Its text form is HdrHistogram's compressed V2 encoding in base64, which a {@code .hlog} contains
 * too. If the lowest discernible value is a millisecond, all values are whole milliseconds and
 * exact.
 */
public final class TimeDistribution {

  private final Histogram histogram;
  private String encoded; // Null until it is needed, because encoding costs more than counting.
  private Summary summary;

  private TimeDistribution(String encoded, Histogram histogram) {
    this.encoded = encoded;
    this.histogram = histogram;
  }

  /** Returns the current distribution; later changes of {@code histogram} do not affect it. */
  public static TimeDistribution of(Histogram histogram) {
    Histogram copy;
    if (TimeCounter.isWhole(histogram)) {
      copy = TimeCounter.copy(histogram, TimeCounter.wholeMilliseconds(histogram.getMaxValue()));
    } else {
      copy = new Histogram(histogram.getNumberOfSignificantValueDigits());
      copy.setAutoResize(true);
      copy.add(histogram);
    }
    return new TimeDistribution(null, copy);
  }

  /**
   * Returns the distribution that a text encodes.
   *
   * @throws IllegalArgumentException if the text is truncated or not a histogram
   */
  @JsonCreator
  public static TimeDistribution decode(String encoded) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
      Histogram histogram = Histogram.decodeFromCompressedByteBuffer(bytes, 0);
      return new TimeDistribution(
          encoded,
          TimeCounter.isWhole(histogram)
              ? TimeCounter.copy(histogram, TimeCounter.wholeMilliseconds(histogram.getMaxValue()))
              : histogram);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("not a compressed HdrHistogram in base64: " + e, e);
    }
  }

  /** Returns the distribution of the values of all parts together. */
  public static TimeDistribution merge(Collection<TimeDistribution> parts) {
    boolean whole =
        parts.stream().anyMatch(part -> part.count() > 0)
            && parts.stream()
                .allMatch(part -> part.count() == 0 || TimeCounter.isWhole(part.histogram));
    long max = parts.stream().mapToLong(part -> part.histogram.getMaxValue()).max().orElse(0);
    Histogram sum = whole ? TimeCounter.wholeMilliseconds(max) : new Histogram(3);
    for (TimeDistribution part : parts) {
      if (TimeCounter.isWhole(part.histogram)) {
        TimeCounter.copy(part.histogram, sum);
      } else {
        sum.add(part.histogram);
      }
    }
    return of(sum);
  }

  /** Returns HdrHistogram's compressed V2 encoding in base64. */
  @JsonValue
  public String encoded() {
    String made = encoded;
    if (made == null) {
      ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
      int length = histogram.encodeIntoCompressedByteBuffer(buffer);
      made = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
      encoded = made;
    }
    return made;
  }

  /** Returns a modifiable copy, in microseconds. */
  public Histogram histogram() {
    return histogram.copy();
  }

  public long count() {
    return histogram.getTotalCount();
  }

  /** Returns a percentile in microseconds; NaN if empty. */
  public double percentileUs(double percentile) {
    return count() == 0 ? Double.NaN : exact(histogram.getValueAtPercentile(percentile));
  }

  /** Returns the resolution of values of this size, in microseconds. */
  public double stepUs(double value) {
    return TimeCounter.isWhole(histogram)
        ? TimeCounter.MILLISECOND
        : Math.max(1, value * Math.pow(10, -histogram.getNumberOfSignificantValueDigits()));
  }

  private long exact(long us) {
    return TimeCounter.exact(histogram, us);
  }

  /** Returns the number of values up to {@code us} microseconds, to the histogram's precision. */
  public long countUpTo(long us) {
    return count() == 0 || us > histogram.getMaxValue()
        ? count()
        : histogram.getCountBetweenValues(0, exact(us));
  }

  /** Returns the mean in microseconds; NaN if empty. */
  public double meanUs() {
    if (count() == 0 || !TimeCounter.isWhole(histogram)) {
      return count() == 0 ? Double.NaN : histogram.getMean();
    }
    double sum = 0;
    for (var step : histogram.recordedValues()) {
      sum += (double) exact(step.getValueIteratedTo()) * step.getCountAtValueIteratedTo();
    }
    return sum / count();
  }

  /** Returns the largest value in microseconds; NaN if empty. */
  public double maxUs() {
    return count() == 0 ? Double.NaN : exact(histogram.getMaxValue());
  }

  /**
   * The most used figures, in microseconds; NaN if the distribution is empty. They are calculated
   * only once, because each requires reading all values.
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Summary(double minUs, double meanUs, double p95Us, double maxUs) {}

  public Summary summary() {
    Summary made = summary;
    if (made == null) {
      double min = count() == 0 ? Double.NaN : minUs();
      made = new Summary(min, meanUs(), percentileUs(95), maxUs());
      summary = made;
    }
    return made;
  }

  /** Returns the smallest value in microseconds; 0 if it was rounded to 0 ms. */
  private double minUs() {
    long lowest = histogram.getMinValue();
    return TimeCounter.isWhole(histogram) && lowest > 0
        ? exact(histogram.highestEquivalentValue(lowest))
        : lowest;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TimeDistribution that && histogram.equals(that.histogram);
  }

  @Override
  public int hashCode() {
    return histogram.hashCode();
  }

  @Override
  public String toString() {
    return "%d values, p50 %.0f µs, p95 %.0f µs, max %.0f µs"
        .formatted(count(), percentileUs(50), percentileUs(95), maxUs());
  }
}
