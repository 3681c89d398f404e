package io.perfline.sims.gatling.simulation;

import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpDsl;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.LoadFile;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** A simulation whose JVM is watched, since a generator that fares badly measures itself. */
abstract class WatchedSimulation extends Simulation {

  private final LongAdder received = new LongAdder();
  private Pulse pulse;

  /**
   * HTTP to the recorder, connections shared by all users and kept alive. One request to it before
   * the load loads Gatling's classes, which would make the first ones late.
   */
  static HttpProtocolBuilder recorder(HttpLoad load) {
    return HttpDsl.http
        .baseUrl(load.recorder().toString())
        .shareConnections()
        .warmUp(load.recorder() + "/version");
  }

  /**
   * HTTP as a browser does it: each visitor has connections of its own, and fetches what a page
   * needs along with it. Bodies are counted.
   */
  HttpProtocolBuilder browser(HttpLoad load) {
    return HttpDsl.http
        .baseUrl(load.recorder().toString())
        .warmUp(load.recorder() + "/version")
        .acceptHeader("text/html,*/*;q=0.8")
        .inferHtmlResources()
        .transformResponse(
            (response, session) -> {
              received.add(response.body().length());
              return response;
            });
  }

  /** How many visitors there are. */
  int visitors() {
    return 0;
  }

  /** The load begins when this returns. */
  @Override
  public void before() {
    pulse = Pulse.start(received::sum, this::visitors);
    awaitStart(LoadFile.read().shard().start());
  }

  private static void awaitStart(Instant start) {
    while (start != null && Instant.now().isBefore(start)) {
      LockSupport.parkNanos(Duration.between(Instant.now(), start).toNanos());
    }
  }

  @Override
  public void after() {
    pulse.close();
  }
}
