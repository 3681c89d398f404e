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

  /** Which of the bodies was sent last. */
  private int last;

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
    last = Math.floorMod(connectionId, bodies.count());
  }

  @Override
  public void write(OutputStream out, int part) throws IOException {
    last = last + 1 == bodies.count() ? 0 : last + 1;
    byte[] request = bodies.request(last);
    System.arraycopy(request, 0, buffer, 0, request.length);
    for (int at : bodies.idsAt(last)) {
      RecordingJson.writeId(buffer, at, connectionId, count++);
    }
    out.write(buffer, 0, request.length);
  }

  @Override
  public int expectedStatus() {
    return CREATED;
  }

  @Override
  public void tellIds(RequestListener listener) {
    for (long id = count - messages(); id < count; id++) {
      listener.acknowledged(connectionId, id);
    }
  }

  @Override
  public int messages() {
    return bodies.idsAt(last).length;
  }

  @Override
  public long payloadBytes() {
    return (long) messages() * bodies.dataBytes();
  }

  @Override
  public String toString() {
    return "recordings, for example "
        + new String(Arrays.copyOf(buffer, Math.min(buffer.length, 400)), US_ASCII);
  }
}
