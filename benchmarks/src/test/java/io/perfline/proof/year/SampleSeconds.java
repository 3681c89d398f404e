package io.perfline.proof.year;

import io.perfline.core.run.Counts;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Creates synthetic seconds of a case, which depend only on the seed. */
final class SampleSeconds {

  private static final int DISTRIBUTIONS = 100;
  private static final int VALUES = 300;

  private SampleSeconds() {}

  static List<Second> of(Instant start, int count, List<TimeDistribution> times, Random random) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Second(
                    i,
                    start.plusSeconds(i),
                    1,
                    new Counts(
                        1_000 + random.nextInt(500),
                        256_000 + random.nextInt(100_000),
                        25_600_000 + random.nextInt(1_000_000),
                        0,
                        times.get(i % times.size()),
                        null),
                    8,
                    Map.of("generator", 0.5 + 0.3 * random.nextDouble())))
        .toList();
  }

  /** Creates distributions of times of about 1 to 2 ms with a long tail. */
  static List<TimeDistribution> distributions(Random random) {
    List<TimeDistribution> times = new ArrayList<>();
    for (int i = 0; i < DISTRIBUTIONS; i++) {
      Histogram histogram = new Histogram(3);
      double scale = 1000 * (1 + 0.1 * random.nextGaussian());
      for (int j = 0; j < VALUES; j++) {
        histogram.recordValue((long) (scale * Math.exp(0.5 * random.nextGaussian())));
      }
      times.add(TimeDistribution.of(histogram));
    }
    return times;
  }
}
