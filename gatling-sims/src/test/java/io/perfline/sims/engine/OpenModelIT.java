package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.driver.http.HttpSession;
import io.perfline.sims.engine.Load.Arrivals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an open model with a real service that answers in 1 to 500 ms without queueing. */
@Tag("acceptance")
class OpenModelIT {

  private static final double RATE = 80;

  /** Quantile of the normal distribution for a 99.9 % interval. */
  private static final double SURE = 3.3;

  private final SplittableRandom random = new SplittableRandom(11);
  private final ScheduledExecutorService answers = Executors.newScheduledThreadPool(4);
  private HttpServer server;
  @TempDir private Path folder;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
    server.createContext("/", this::answerLater);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
    answers.shutdownNow();
  }

  private synchronized void answerLater(HttpExchange exchange) {
    var unused =
        answers.schedule(() -> answer(exchange), 1 + random.nextInt(500), TimeUnit.MILLISECONDS);
  }

  private static void answer(HttpExchange exchange) {
    try {
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Both samples have the same distribution if their intervals overlap at each percentile. */
  @Test
  void defaultAndTenfoldConnectionsGiveTheSameResult() throws Exception {
    Measurement usual = run(load(8).thinking(Duration.ZERO, true), "usual");
    Measurement many = run(load(400), "many");

    assertThat(usual.errors()).isEmpty();
    assertThat(usual.connections().waited()).isZero();
    assertThat(usual.connections().opened()).isBetween(20, 200);
    for (double percentile : new double[] {25, 50, 75, 90, 95}) {
      assertThat(interval(usual.responseTime(), percentile)[0])
          .isLessThan(interval(many.responseTime(), percentile)[1]);
      assertThat(interval(many.responseTime(), percentile)[0])
          .isLessThan(interval(usual.responseTime(), percentile)[1]);
    }
  }

  /** Returns the interval of a percentile from the binomial distribution of ranks. */
  private static double[] interval(TimeDistribution all, double percentile) {
    double p = percentile / 100;
    double half = 100 * SURE * Math.sqrt(p * (1 - p) / all.count());
    return new double[] {
      all.percentileUs(percentile - half), all.percentileUs(Math.min(100, percentile + half))
    };
  }

  private static Load load(int connections) {
    Duration second = Duration.ofSeconds(1);
    return WholeLoad.of(
        Arrivals.POISSON,
        connections,
        1,
        RATE,
        second.multipliedBy(2),
        second.multipliedBy(12),
        second.multipliedBy(10),
        5);
  }

  private Measurement run(Load load, String name) throws Exception {
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    try (HttpSession session = HttpSession.gets(address, load.timeout());
        RawMaterialWriter raw = new RawMaterialWriter(folder.resolve(name), "case", List.of())) {
      return new Engine(Clock.systemUTC()).run(load, session, raw, Progress.NONE);
    }
  }
}
