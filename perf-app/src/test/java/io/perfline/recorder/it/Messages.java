package io.perfline.recorder.it;

import io.perfline.recorder.message.Recording;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.UUID;

/** Messages that can be recreated from their numbers for comparison. */
record Messages(long seed, UUID vsId, int count, boolean mixed) {

  private static final double SMALLEST = 100;
  private static final double LARGEST = 5 * 1024 * 1024;

  static Messages of(long seed, int count) {
    return new Messages(seed, vsId(seed), count, false);
  }

  /** Creates messages of 100 B to 5 MiB, with equal shares of each order of magnitude. */
  static Messages mixed(long seed, int count) {
    return new Messages(seed, vsId(seed), count, true);
  }

  private static UUID vsId(long seed) {
    return new UUID(seed, 0x8000_0000_0000_0000L);
  }

  /** Returns message {@code i}, whose id contains its number. */
  Recording get(int i) {
    Random random = new Random(seed * 1_000_003 + i);
    byte[] data = new byte[mixed ? anySize(random) : usualSize(i, random)];
    random.nextBytes(data);
    return new Recording(
        new UUID(seed, i),
        vsId,
        "/" + i + "?r=" + random.nextInt(),
        200 + i % 300,
        1_700_000_000_000L + i,
        data);
  }

  /** Mostly small; one in a thousand has 200 kB. */
  private static int usualSize(int i, Random random) {
    return i % 1000 == 999 ? 200_000 : 50 + random.nextInt(400);
  }

  private static int anySize(Random random) {
    return (int) (SMALLEST * Math.pow(LARGEST / SMALLEST, random.nextDouble()));
  }

  /** Returns the number of a message, or -1 if it is not one of these. */
  int number(UUID id) {
    long i = id.getLeastSignificantBits();
    return id.getMostSignificantBits() == seed && i >= 0 && i < count ? (int) i : -1;
  }

  static byte[] json(Recording recording, boolean named) {
    String text =
        "{\"id\":\""
            + recording.id()
            + "\","
            + (named ? "\"vsId\":\"" + recording.vsId() + "\"," : "")
            + "\"url\":\""
            + recording.url()
            + "\",\"status\":"
            + recording.status()
            + ",\"time\":"
            + recording.time()
            + ",\"data\":\""
            + Base64.getEncoder().encodeToString(recording.data())
            + "\"}";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
