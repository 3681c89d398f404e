package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.sims.driver.Payloads;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Whole {@code POST …/virtual-services/{vsId}/recordings} requests, made once a case and shared by
 * its connections: a few distinct bodies, in each of which only the message's id changes.
 */
final class RecordingBodies {

  /** Distinct bodies; few, so that the generator's caches are left to the server. */
  private static final int MOST = 16;

  private static final String BODY =
      "{\"id\":\"%s\",\"url\":\"/orders/%d\",\"status\":200,\"time\":%d,\"data\":\"%s\"}";
  private static final String HEAD =
      "POST %s/virtual-services/%s/recordings HTTP/1.1\r\nHost: %s\r\n"
          + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n";
  private static final long TIME = 1_700_000_000_000L;
  private static final int ID_IN_BODY = BODY.indexOf('%');

  private final byte[][] requests;
  private final int[] ids;
  private final int dataBytes;

  /**
   * @param dataBytes the length of each message's data, before base64
   * @param seed of the data and of the virtual service's id
   */
  RecordingBodies(HttpAddress recorder, int dataBytes, long seed) {
    this.dataBytes = dataBytes;
    Payloads payloads = new Payloads(dataBytes, seed);
    SplittableRandom random = new SplittableRandom(seed);
    UUID virtualService = new UUID(random.nextLong(), random.nextLong());
    int count = Math.min(MOST, payloads.count());
    requests = new byte[count][];
    ids = new int[count];
    for (int i = 0; i < count; i++) {
      String data = Base64.getEncoder().encodeToString(payloads.body(i));
      String body = BODY.formatted(new UUID(0, 0), i, TIME + i, data);
      String path = recorder.path().equals("/") ? "" : recorder.path();
      String head = HEAD.formatted(path, virtualService, recorder.authority(), body.length());
      requests[i] = (head + body).getBytes(US_ASCII);
      ids[i] = head.length() + ID_IN_BODY;
    }
  }

  int count() {
    return requests.length;
  }

  /** The {@code index}th request; shared, not to be changed. */
  byte[] request(int index) {
    return requests[index];
  }

  /** Where the message's id, 36 characters, begins in the {@code index}th request. */
  int idAt(int index) {
    return ids[index];
  }

  int dataBytes() {
    return dataBytes;
  }
}
