package io.perfline.sims.gatling.load;

import java.util.Base64;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The messages of a load as JSON: every one with an id of its own, their data taken from a few
 * random blocks, so that making one costs the generator little and no store can shrink it to
 * nothing.
 */
final class Messages {

  private static final long SEED = 20140101;
  private static final int MOST_BLOCKS = 16;
  private static final int BLOCKS_BYTES = 8 << 20;

  private final long prefix = UUID.randomUUID().getMostSignificantBits();
  private final AtomicLong counter = new AtomicLong();
  private final String[] data;

  Messages(int dataBytes) {
    Random random = new Random(SEED);
    data = new String[Math.max(1, Math.min(MOST_BLOCKS, BLOCKS_BYTES / Math.max(1, dataBytes)))];
    for (int i = 0; i < data.length; i++) {
      byte[] block = new byte[dataBytes];
      random.nextBytes(block);
      data[i] = Base64.getEncoder().encodeToString(block);
    }
  }

  /** The next message; thread-safe. */
  String next() {
    long number = counter.getAndIncrement();
    return "{\"id\":\""
        + new UUID(prefix, number)
        + "\",\"url\":\"/orders/"
        + number % 1000
        + "\",\"status\":200,\"time\":"
        + System.currentTimeMillis()
        + ",\"data\":\""
        + data[(int) (number % data.length)]
        + "\"}";
  }
}
