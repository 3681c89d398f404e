package io.perfline.gate.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording of this JVM says of what is known to happen in it. */
class JfrReaderTest {

  private static final int ROUNDS = 40_000;
  private static final int LARGE = 16 * 1024;
  private static final int SMALL = 256;
  private static final int SMALL_ONES = LARGE / SMALL;

  static volatile Object last;

  @TempDir Path folder;

  private static void allocateALargeOne() {
    last = new byte[LARGE - 16];
  }

  private static void allocateSmallOnes(int count) {
    for (int i = 0; i < count; i++) {
      last = new byte[SMALL - 16];
    }
  }

  @Test
  void largeObjectsWeighAsMuchAsSmallOnesOfTheSameSizeTogether() throws Exception {
    Path file = folder.resolve("allocations.jfr");
    SplittableRandom random = new SplittableRandom(1);
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ObjectAllocationInNewTLAB").withStackTrace();
      recording.enable("jdk.ObjectAllocationOutsideTLAB").withStackTrace();
      recording.start();
      for (int i = 0; i < ROUNDS; i++) {
        allocateALargeOne();
        allocateSmallOnes(random.nextInt(2 * SMALL_ONES)); // in no step with buffers
      }
      recording.dump(file);
    }

    Map<String, Double> bytes = new HashMap<>();
    new JfrReader()
        .read(
            file,
            sample ->
                sample.stack().stream()
                    .filter(frame -> frame.method().contains(".allocate"))
                    .findFirst()
                    .ifPresent(frame -> bytes.merge(frame.method(), sample.weight(), Double::sum)));

    String name = JfrReaderTest.class.getName();
    double large = bytes.get(name + ".allocateALargeOne");
    double small = bytes.get(name + ".allocateSmallOnes");
    assertThat(large / (large + small)).isCloseTo(0.5, within(0.12));
  }
}
