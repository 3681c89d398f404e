package io.perfline.sims.driver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import io.perfline.recorder.message.MessageKryo;
import io.perfline.recorder.message.Recording;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Recorded messages with random data, created before the load. A few distinct messages are sent
 * repeatedly, in Kryo's format or as JSON.
 */
public final class Recordings {

  private static final long TIME = 1_700_000_000_000L;
  private static final int OVERHEAD = 128;

  private static final String JSON_BEGIN = "{\"id\":\"";
  private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);

  /** The index of the id, which has 36 characters, in a message as JSON. */
  public static final int JSON_ID_AT = JSON_BEGIN.length();

  private final Payloads payloads;
  private final SplittableRandom random;
  private final UUID virtualService;

  /**
   * @param dataBytes the length of each message's data in bytes
   */
  public Recordings(int dataBytes, long seed) {
    payloads = new Payloads(dataBytes, seed);
    random = new SplittableRandom(seed);
    virtualService = uuid();
  }

  /** Returns the number of distinct messages. */
  public int count() {
    return payloads.count();
  }

  /** Returns a message with a new id. */
  public Recording recording(long index) {
    String url = "/orders/%07d".formatted(index);
    return new Recording(uuid(), virtualService, url, 200, TIME + index, payloads.body(index));
  }

  /** Returns all messages serialized with Kryo, which all have the same length. */
  public byte[][] serialized() {
    Kryo kryo = new Kryo();
    MessageKryo.register(kryo);
    byte[][] all = new byte[count()][];
    for (int i = 0; i < all.length; i++) {
      Recording recording = recording(i);
      Output output = new Output(recording.data().length + OVERHEAD, -1);
      kryo.writeObject(output, recording);
      all[i] = output.toBytes();
    }
    return all;
  }

  private UUID uuid() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  /**
   * Returns a message as JSON. Its id consists of zeros, which are overwritten for each message
   * that is sent.
   *
   * @param virtualService the service that the message belongs to; null if the address of the
   *     request names it
   * @param time milliseconds after the first message
   */
  public static String json(UUID virtualService, int time, byte[] data) {
    String service = virtualService == null ? "" : ",\"vsId\":\"" + virtualService + '"';
    return JSON_BEGIN
        + new UUID(0, 0)
        + "\"%s,\"url\":\"/orders\",\"status\":200,\"time\":%d,\"data\":\"%s\"}"
            .formatted(service, TIME + time, Base64.getEncoder().encodeToString(data));
  }

  /** Writes a UUID as its 36 characters without allocating anything. */
  public static void writeId(byte[] into, int at, long high, long low) {
    hex(into, at, high >>> 32, 8);
    into[at + 8] = '-';
    hex(into, at + 9, high >>> 16, 4);
    into[at + 13] = '-';
    hex(into, at + 14, high, 4);
    into[at + 18] = '-';
    hex(into, at + 19, low >>> 48, 4);
    into[at + 23] = '-';
    hex(into, at + 24, low, 12);
  }

  private static void hex(byte[] into, int at, long value, int digits) {
    long rest = value;
    for (int i = at + digits - 1; i >= at; i--) {
      into[i] = HEX[(int) rest & 15];
      rest >>>= 4;
    }
  }
}
