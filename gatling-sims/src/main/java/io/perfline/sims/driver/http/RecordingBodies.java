package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.Recordings;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Complete {@code POST …/virtual-services/{vsId}/recordings} requests, which are created once per
 * case and shared by its connections. There are a few distinct bodies of one or more messages, in
 * which only the messages' ids change.
 */
final class RecordingBodies {

  /**
   * The number of distinct bodies, which is small in order to leave the CPU's caches to the server.
   */
  private static final int MAX_BODIES = 16;

  private static final String HEAD =
      "POST %s/virtual-services/%s/recordings HTTP/1.1\r\nHost: %s\r\n"
          + "Content-Type: application/%s\r\nContent-Length: %d\r\n\r\n";

  private final byte[][] requests;

  /** The positions of the messages' ids in each request. */
  private final int[][] ids;

  private final int dataBytes;
  private final UUID virtualService;

  /**
   * @param dataBytes the length of each message's data in bytes, before base64
   * @param seed the seed of the data and of the virtual service's id
   */
  RecordingBodies(HttpAddress recorder, int dataBytes, Batches batches, long seed) {
    this.dataBytes = dataBytes;
    Payloads payloads = new Payloads(dataBytes, seed);
    SplittableRandom random = new SplittableRandom(seed);
    virtualService = new UUID(random.nextLong(), random.nextLong());
    int period = batches.period();
    int count = period * Math.max(1, Math.min(MAX_BODIES, payloads.count()) / period);
    requests = new byte[count][];
    ids = new int[count][];
    String path = recorder.path().equals("/") ? "" : recorder.path();
    for (int i = 0; i < count; i++) {
      ids[i] = new int[batches.in(i)];
      boolean lines = batches.isLines(i);
      String body = body(payloads, i, ids[i], lines);
      String type = lines ? "x-ndjson" : "json";
      String head = HEAD.formatted(path, virtualService, recorder.authority(), type, body.length());
      requests[i] = (head + body).getBytes(US_ASCII);
      for (int message = 0; message < ids[i].length; message++) {
        ids[i][message] += head.length();
      }
    }
  }

  /** Returns a body of messages, and writes the positions of their ids to {@code ids}. */
  private static String body(Payloads payloads, int index, int[] ids, boolean lines) {
    StringBuilder body = new StringBuilder();
    boolean array = ids.length > 1 && !lines;
    for (int i = 0; i < ids.length; i++) {
      body.append(!array ? "" : i == 0 ? "[" : ",");
      ids[i] = body.length() + Recordings.JSON_ID_AT;
      int time = index * ids.length + i;
      body.append(Recordings.json(null, time, payloads.body(time))).append(lines ? "\n" : "");
    }
    return body.append(array ? "]" : "").toString();
  }

  /** Returns the virtual service that the recordings belong to. */
  UUID virtualService() {
    return virtualService;
  }

  /**
   * Returns the requests of a connection. Their ids are unique: the first half is the connection's,
   * and the second is a counter.
   *
   * @param connectionId 64 random bits, unique to this connection of this case
   */
  Requests posts(long connectionId) {
    return new Posts(connectionId);
  }

  private final class Posts implements Requests {

    private static final int CREATED = 201;

    private final byte[] buffer;
    private final long connectionId;
    private long count;

    /** The index of the request that was sent last. */
    private int last;

    Posts(long connectionId) {
      this.connectionId = connectionId;
      buffer = new byte[Arrays.stream(requests).mapToInt(one -> one.length).max().orElseThrow()];
      last = Math.floorMod(connectionId, requests.length);
    }

    @Override
    public void write(OutputStream out, int part) throws IOException {
      last = last + 1 == requests.length ? 0 : last + 1;
      byte[] request = requests[last];
      System.arraycopy(request, 0, buffer, 0, request.length);
      for (int at : ids[last]) {
        Recordings.writeId(buffer, at, connectionId, count++);
      }
      out.write(buffer, 0, request.length);
    }

    @Override
    public int expectedStatus() {
      return CREATED;
    }

    @Override
    public void reportIds(RequestListener listener) {
      for (long id = count - messages(); id < count; id++) {
        listener.acknowledged(connectionId, id);
      }
    }

    @Override
    public int messages() {
      return ids[last].length;
    }

    @Override
    public long payloadBytes() {
      return (long) messages() * dataBytes;
    }
  }
}
