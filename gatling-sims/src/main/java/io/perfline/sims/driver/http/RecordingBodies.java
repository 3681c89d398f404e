package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RecordingJson;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Whole {@code POST …/virtual-services/{vsId}/recordings} requests, made once a case and shared by
 * its connections: a few distinct bodies of one message or several, in each of which only the
 * messages' ids change.
 */
final class RecordingBodies {

  /** Distinct bodies; few, so that the generator's caches are left to the server. */
  private static final int MOST = 16;

  private static final String HEAD =
      "POST %s/virtual-services/%s/recordings HTTP/1.1\r\nHost: %s\r\n"
          + "Content-Type: application/%s\r\nContent-Length: %d\r\n\r\n";

  private final byte[][] requests;
  private final int[][] ids;
  private final int dataBytes;
  private final UUID virtualService;

  /**
   * @param dataBytes the length of each message's data, before base64
   * @param seed of the data and of the virtual service's id
   */
  RecordingBodies(HttpAddress recorder, int dataBytes, Batches batches, long seed) {
    this.dataBytes = dataBytes;
    Payloads payloads = new Payloads(dataBytes, seed);
    SplittableRandom random = new SplittableRandom(seed);
    virtualService = new UUID(random.nextLong(), random.nextLong());
    int period = batches.period();
    int count = period * Math.max(1, Math.min(MOST, payloads.count()) / period);
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

  /** A message, or several; says in {@code ids} where their ids begin. */
  private static String body(Payloads payloads, int index, int[] ids, boolean lines) {
    StringBuilder body = new StringBuilder();
    boolean array = ids.length > 1 && !lines;
    for (int i = 0; i < ids.length; i++) {
      body.append(!array ? "" : i == 0 ? "[" : ",");
      ids[i] = body.length() + RecordingJson.ID_AT;
      int time = index * ids.length + i;
      body.append(RecordingJson.of(null, time, payloads.body(time))).append(lines ? "\n" : "");
    }
    return body.append(array ? "]" : "").toString();
  }

  /** Whose recordings they are. */
  UUID virtualService() {
    return virtualService;
  }

  int count() {
    return requests.length;
  }

  /** The {@code index}th request; shared, not to be changed. */
  byte[] request(int index) {
    return requests[index];
  }

  /** Where the ids of its messages, 36 characters each, begin in the {@code index}th request. */
  int[] idsAt(int index) {
    return ids[index];
  }

  int dataBytes() {
    return dataBytes;
  }
}
