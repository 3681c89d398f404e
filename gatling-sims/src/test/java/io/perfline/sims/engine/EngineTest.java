package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.gate.run.RawMaterialWriter;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EngineTest {

  private static final Duration TIMEOUT = Duration.ofMillis(400);

  @TempDir Path folder;

  private final ExecutorService server = Executors.newFixedThreadPool(2);
  private final AtomicLong sent = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();

  @AfterEach
  void endServer() {
    server.shutdownNow();
  }

  @Test
  void countsEveryMessageOnceInTotalsSecondsAndHistograms() throws Exception {
    Measurement seen = run(closed(2, 4), (request, outcome) -> answer(request, outcome));

    assertThat(seen.requests()).isPositive();
    assertThat(seen.messages()).isEqualTo(3 * seen.requests());
    assertThat(seen.bytes()).isEqualTo(300 * seen.requests());
    assertThat(seen.response().getTotalCount()).isEqualTo(seen.requests());
    assertThat(seen.acknowledged()).isEqualTo(3 * sent.get());
    assertThat(seen.errors()).isEmpty();
    assertThat(column(1)).isEqualTo(seen.requests());
    assertThat(column(2)).isEqualTo(seen.messages());
    assertThat(fromLog("response")).isEqualTo(seen.requests());
    assertThat(fromLog("service")).isEqualTo(seen.requests());
    assertThat(open).hasValue(0);
  }

  @Test
  void warmsUpUntilItIsSteadyAndSaysHowLong() throws Exception {
    Load load =
        new Load(
            Load.Arrivals.CLOSED,
            2,
            4,
            0,
            Duration.ofMillis(200),
            Duration.ofSeconds(40),
            Duration.ofMillis(500),
            TIMEOUT,
            1,
            Share.WHOLE);

    Measurement seen = run(load, (request, outcome) -> answer(request, outcome));

    assertThat(seen.steady()).isTrue();
    assertThat(seen.warmUp()).isBetween(Duration.ofMillis(200), Duration.ofSeconds(40));
    assertThat(Duration.between(seen.start(), seen.end())).isEqualTo(Duration.ofMillis(500));
    assertThat(column(1)).isEqualTo(seen.requests()).isPositive();
    assertThat(seen.acknowledged()).isEqualTo(3 * sent.get());
  }

  @Test
  void countsWhatIsNotSteadyAfterTheLongestWarmUpAndSaysSo() throws Exception {
    Load load =
        new Load(
            Load.Arrivals.CLOSED,
            1,
            1,
            0,
            Duration.ofMillis(50),
            Duration.ofMillis(300),
            Duration.ofMillis(500),
            TIMEOUT,
            1,
            Share.WHOLE);

    Measurement seen = run(load, (request, outcome) -> outcome.failed(request, "busy"));

    assertThat(seen.steady()).isFalse();
    assertThat(seen.warmUp()).isEqualTo(Duration.ofMillis(300));
    assertThat(seen.errors()).containsOnlyKeys("busy");
  }

  @Test
  void sharesOfALoadWarmUpForTheShortestTimeTogether() throws Exception {
    Load load =
        new Load(
            Load.Arrivals.CLOSED,
            2,
            1,
            0,
            Duration.ofMillis(100),
            Duration.ofSeconds(40),
            Duration.ofMillis(200),
            TIMEOUT,
            1,
            new Share(0, 2, Clock.systemUTC().instant()));

    Measurement seen = run(load, (request, outcome) -> outcome.succeeded(request, 3, 300));

    assertThat(seen.steady()).isNull();
    assertThat(seen.warmUp()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void whatNeverComesBackIsCountedAndDoesNotHang() throws Exception {
    Measurement seen =
        run(
            closed(1, 4),
            (request, outcome) -> {
              if (sent.get() % 10 != 0) {
                answer(request, outcome);
              }
            });

    assertThat(seen.errors()).containsOnlyKeys(Lane.TIMEOUT);
    assertThat(seen.errors().get(Lane.TIMEOUT)).isPositive();
    assertThat(column(4)).isEqualTo(seen.errors().get(Lane.TIMEOUT));
  }

  @Test
  void anAnswerAfterTheTimeoutIsNotTakenForAnothersAnswer() throws Exception {
    Measurement seen =
        run(
            closed(1, 1),
            (request, outcome) -> {
              outcome.succeeded(request - (1L << Outcome.SLOT_BITS), 3, 300);
              outcome.succeeded(request, 3, 300);
              outcome.succeeded(request, 3, 300);
            });

    assertThat(seen.acknowledged()).isEqualTo(3 * sent.get());
  }

  @Test
  void failuresAreCountedByKindAndSlowDownAClosedModel() throws Exception {
    Measurement seen =
        run(
            closed(1, 1),
            (request, outcome) -> {
              if (sent.get() % 2 == 0) {
                throw new IllegalStateException("refused");
              }
              outcome.failed(request, "busy");
            });

    assertThat(seen.requests()).isZero();
    assertThat(seen.errors()).containsOnlyKeys("busy", "IllegalStateException");
    assertThat(sent.get()).isLessThan(1000);
    assertThat(seen.silence()).isEqualTo(Duration.ofMillis(800));
  }

  @Test
  void anOpenModelCountsWhatItCouldNotSend() throws Exception {
    Load load =
        new Load(
            Load.Arrivals.CONSTANT, 1, 5, 1000, Duration.ZERO, Duration.ofMillis(500), TIMEOUT, 1);
    Measurement seen = run(load, (request, outcome) -> {});

    assertThat(seen.requests()).isZero();
    assertThat(seen.errors().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(500);
    assertThat(seen.errors()).containsKeys(Lane.TIMEOUT, Lane.UNSENT);
  }

  @Test
  void anInterruptedLoadLeavesNothingRunning() throws Exception {
    Thread me = Thread.currentThread();
    assertThatThrownBy(
            () ->
                run(
                    Load.closed(3, 2, Duration.ZERO, Duration.ofHours(1), TIMEOUT),
                    (request, outcome) -> {
                      if (sent.get() == 50) {
                        me.interrupt();
                      }
                      answer(request, outcome);
                    }))
        .isInstanceOf(InterruptedException.class);

    assertThat(open).hasValue(0);
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("perfline-sender"));
  }

  @Test
  void aConnectionThatIsRefusedClosesTheOthers() {
    assertThatThrownBy(
            () ->
                new Engine(Clock.systemUTC())
                    .run(
                        closed(3, 1),
                        (index, outcome) -> {
                          if (index == 2) {
                            throw new DriverException("refused");
                          }
                          return connection((request, to) -> {}, outcome);
                        },
                        log(),
                        Progress.NONE))
        .isInstanceOf(DriverException.class);

    assertThat(open).hasValue(0);
  }

  private interface Server {
    void take(long request, Outcome outcome);
  }

  private void answer(long request, Outcome outcome) {
    server.execute(() -> outcome.succeeded(request, 3, 300));
  }

  private Measurement run(Load load, Server behaviour) throws Exception {
    try (RawMaterialWriter log = log()) {
      return new Engine(Clock.systemUTC())
          .run(load, (index, outcome) -> connection(behaviour, outcome), log, Progress.NONE);
    }
  }

  private RawMaterialWriter log() throws IOException {
    return new RawMaterialWriter(folder, "case", List.of());
  }

  private Connection connection(Server behaviour, Outcome outcome) {
    open.incrementAndGet();
    return new Connection() {
      @Override
      public void send(long request) {
        sent.incrementAndGet();
        behaviour.take(request, outcome);
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }

  private static Load closed(int connections, int inFlight) {
    return Load.closed(
        connections, inFlight, Duration.ofMillis(200), Duration.ofMillis(800), TIMEOUT);
  }

  private long column(int index) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("case.seconds.csv"));
    return lines.stream().skip(1).mapToLong(line -> Long.parseLong(line.split(",")[index])).sum();
  }

  private long fromLog(String tag) throws IOException {
    HistogramLogReader reader = new HistogramLogReader(folder.resolve("case.hlog").toFile());
    long count = 0;
    while (reader.hasNext()) {
      Histogram interval = (Histogram) reader.nextIntervalHistogram();
      count += tag.equals(interval.getTag()) ? interval.getTotalCount() : 0;
    }
    return count;
  }
}
