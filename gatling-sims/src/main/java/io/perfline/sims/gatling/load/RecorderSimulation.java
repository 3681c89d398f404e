package io.perfline.sims.gatling.load;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpDsl;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Drives the load for which this JVM of Gatling was started: messages at a constant rate, visitors
 * of the recorder's pages, or both. The JVM's health is recorded, because an overloaded generator
 * would measure itself.
 */
public final class RecorderSimulation extends Simulation {

  /** The number of messages that the load's service receives before visitors look at them. */
  public static final int RECORDINGS = 50;

  private static final int CREATED = 201;

  private final HttpLoad load = Handover.load();
  private final Messages messages = new Messages(load.dataBytes());
  private final LongAdder received = new LongAdder();
  private final VisitorPool pool =
      load.simulation() == HttpSimulation.RECORD ? null : new VisitorPool(load);
  private Pulse pulse;

  /** Creates the simulation, which Gatling then runs. */
  public RecorderSimulation() {
    List<PopulationBuilder> populations = new ArrayList<>();
    if (load.simulation() != HttpSimulation.BROWSE) {
      populations.add(recording().protocols(protocol().shareConnections()));
    }
    if (pool != null) {
      new Visits(load, pool)
          .populations()
          .forEach(visits -> populations.add(visits.protocols(browser())));
    }
    setUp(populations);
  }

  /** Creates an open model of messages at a constant rate, each from a new user. */
  private PopulationBuilder recording() {
    return scenario(LogNames.RECORD)
        .exec(
            http(LogNames.RECORD)
                .post(path())
                .header("Content-Type", "application/json")
                .body(StringBody(session -> messages.next()))
                .requestTimeout(load.timeout())
                .check(status().is(CREATED)))
        .injectOpen(constantUsersPerSec(load.ownRate()).during(load.length()));
  }

  private String path() {
    return "/virtual-services/" + load.vsId() + "/recordings";
  }

  /**
   * Sends one request before the load to load Gatling's classes, which would delay the first
   * requests.
   */
  private HttpProtocolBuilder protocol() {
    return HttpDsl.http.baseUrl(load.recorder().toString()).warmUp(load.recorder() + "/version");
  }

  /**
   * Creates the protocol of a browser: each visitor has connections of its own and fetches the
   * resources of a page. The bytes of the bodies are counted.
   */
  private HttpProtocolBuilder browser() {
    return protocol()
        .acceptHeader("text/html,*/*;q=0.8")
        .inferHtmlResources()
        .transformResponse(
            (response, session) -> {
              received.add(response.body().length());
              return response;
            });
  }

  /** Prepares the load, which starts when this method returns. */
  @Override
  public void before() {
    if (pool != null) {
      record();
    }
    pulse = Pulse.start(received::sum, () -> pool == null ? 0 : pool.present());
    Instant start = load.shard().start();
    while (start != null && Instant.now().isBefore(start)) {
      LockSupport.parkNanos(Duration.between(Instant.now(), start).toNanos());
    }
    if (pool != null) {
      pool.start();
    }
  }

  @Override
  public void after() {
    pulse.close();
  }

  /** Records {@link #RECORDINGS} messages; without them visitors would find only the first page. */
  private void record() {
    URI address = URI.create(load.recorder() + path());
    HttpClient client =
        HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(load.timeout())
            .build();
    for (int i = 0; i < RECORDINGS; i++) {
      HttpRequest request =
          HttpRequest.newBuilder(address)
              .header("Content-Type", "application/json")
              .timeout(load.timeout())
              .POST(BodyPublishers.ofString(messages.next()))
              .build();
      try {
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != CREATED) {
          throw new IllegalStateException(
              "cannot record messages to browse: POST %s was answered %d %s"
                  .formatted(address, answer.statusCode(), answer.body()));
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot record messages to browse: POST " + address, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while recording messages to browse", e);
      }
    }
  }

  /**
   * Creates the JSON messages of a load. Each has an id of its own. The data is taken from a few
   * random blocks, so that a message costs the generator little CPU and the store cannot compress
   * it.
   */
  private static final class Messages {

    private static final long SEED = 20140101;
    private static final int MAX_BLOCKS = 16;
    private static final int BLOCKS_BYTES = 8 << 20;

    private final long prefix = UUID.randomUUID().getMostSignificantBits();
    private final AtomicLong counter = new AtomicLong();
    private final String[] data;

    Messages(int dataBytes) {
      Random random = new Random(SEED);
      data = new String[Math.max(1, Math.min(MAX_BLOCKS, BLOCKS_BYTES / Math.max(1, dataBytes)))];
      for (int i = 0; i < data.length; i++) {
        byte[] block = new byte[dataBytes];
        random.nextBytes(block);
        data[i] = Base64.getEncoder().encodeToString(block);
      }
    }

    /** Returns the next message. Thread-safe. */
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
}
