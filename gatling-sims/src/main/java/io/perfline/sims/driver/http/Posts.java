package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Recordings to be stored, each under an id that no other has: its first half belongs to the
 * connection, its second counts.
 */
final class Posts implements Requests {

  private static final int CREATED = 201;
  private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);

  private final RecordingBodies bodies;
  private final byte[] buffer;
  private final long connectionId;
  private long count;
  private int next;

  /**
   * @param connectionId 64 random bits, unique to this connection of this case
   */
  Posts(RecordingBodies bodies, long connectionId) {
    this.bodies = bodies;
    this.connectionId = connectionId;
    int longest = 0;
    for (int i = 0; i < bodies.count(); i++) {
      longest = Math.max(longest, bodies.request(i).length);
    }
    buffer = new byte[longest];
  }

  @Override
  public void write(OutputStream out) throws IOException {
    byte[] request = bodies.request(next);
    System.arraycopy(request, 0, buffer, 0, request.length);
    writeId(buffer, bodies.idAt(next), connectionId, count++);
    next = next + 1 == bodies.count() ? 0 : next + 1;
    out.write(buffer, 0, request.length);
  }

  /** Writes a UUID as its 36 characters, without garbage. */
  static void writeId(byte[] into, int at, long high, long low) {
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

  @Override
  public int expectedStatus() {
    return CREATED;
  }

  @Override
  public long payloadBytes() {
    return bodies.dataBytes();
  }

  @Override
  public String toString() {
    return "recordings, for example "
        + new String(Arrays.copyOf(buffer, Math.min(buffer.length, 400)), US_ASCII);
  }
}
