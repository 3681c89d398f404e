package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.sims.driver.RecordingJson;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Recordings to be stored, each under an id that no other has: its first half belongs to the
 * connection, its second counts.
 */
final class Posts implements Requests {

  private static final int CREATED = 201;

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
  public void write(OutputStream out, int part) throws IOException {
    byte[] request = bodies.request(next);
    System.arraycopy(request, 0, buffer, 0, request.length);
    for (int at : bodies.idsAt(next)) {
      RecordingJson.writeId(buffer, at, connectionId, count++);
    }
    next = next + 1 == bodies.count() ? 0 : next + 1;
    out.write(buffer, 0, request.length);
  }

  @Override
  public int expectedStatus() {
    return CREATED;
  }

  @Override
  public void tellIds(RequestListener outcome) {
    for (long id = count - bodies.messages(); id < count; id++) {
      outcome.acknowledged(connectionId, id);
    }
  }

  @Override
  public int messages() {
    return bodies.messages();
  }

  @Override
  public long payloadBytes() {
    return (long) bodies.messages() * bodies.dataBytes();
  }

  @Override
  public String toString() {
    return "recordings, for example "
        + new String(Arrays.copyOf(buffer, Math.min(buffer.length, 400)), US_ASCII);
  }
}
