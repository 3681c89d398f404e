package io.perfline.sims.driver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;
import java.util.UUID;

/**
 * Recorded messages as the JSON that the recorder takes, made before the load. Their ids are all
 * zeros, to be written in place for each message that is sent.
 */
public final class RecordingJson {
  private static final String ID = "{\"id\":\"";
  private static final String REST =
      "\"%s,\"url\":\"/orders\",\"status\":200,\"time\":%d,\"data\":\"%s\"}";
  private static final long TIME = 1_700_000_000_000L;
  private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);

  /** Where the id, 36 characters, begins in each. */
  public static final int ID_AT = ID.length();

  private RecordingJson() {}

  /**
   * A message, of the same length for all of the same data's length.
   *
   * @param virtualService whose it is; null where the way to the recorder says so
   * @param time milliseconds behind the first message's
   */
  public static String of(UUID virtualService, int time, byte[] data) {
    String service = virtualService == null ? "" : ",\"vsId\":\"" + virtualService + '"';
    return ID
        + new UUID(0, 0)
        + REST.formatted(service, TIME + time, Base64.getEncoder().encodeToString(data));
  }

  /** Writes a UUID as its 36 characters, without garbage. */
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
