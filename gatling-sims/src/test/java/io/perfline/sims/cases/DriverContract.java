package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.sims.cases.CaseRunner.CaseSlot;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.EngineLoad;
import io.perfline.sims.workload.LoadKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The contract of all drivers, tested against their real servers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(180)
abstract class DriverContract {

  /** Root of the checkout. */
  static final Path HOME = Path.of(System.getProperty("perf.home"));

  static final Durations SHORT = new Durations(Duration.ofMillis(500), Duration.ofSeconds(1));

  @TempDir Path folder;

  private final AtomicInteger scopes = new AtomicInteger();

  abstract Driver driver();

  /** Returns the section of the environment file with the running server. */
  abstract String there();

  /**
   * Returns such a section with an address at which nothing listens; null if the driver has no
   * address.
   */
  abstract String nowhere();

  /** Returns the secrets of the environment. */
  Map<String, String> variables() {
    return Map.of();
  }

  /** Returns settings of a small load, in addition to the defaults. */
  abstract Map<String, Object> settings();

  /** Kills the server. */
  abstract void killServer();

  /** Deletes what the server has stored for {@code scope}; returns false if nothing is stored. */
  abstract boolean lose(String scope) throws Exception;

  /** Returns the number of objects of {@code scope} that are left on the server. */
  abstract int leftOnServer(String scope) throws Exception;

  @Test
  @Order(1)
  void storesWhatItAcknowledgesAndCleansUp() throws Exception {
    CaseResult result = measure(there(), SHORT);

    assertThat(result.problems()).isEmpty();
    assertThat(result.errors()).isEmpty();
    assertThat(result.requests()).isPositive();
    assertThat(result.messages()).isEqualTo(result.requests() * batchSize());
    assertThat(result.bytes()).isEqualTo(result.messages() * 100);
    assertThat(result.serviceTime().count()).isEqualTo(result.requests());
    assertThat(leftOnServer(lastScope())).isZero();
  }

  @Test
  @Order(2)
  void reportsEachOutcomeExactlyOnce() throws Exception {
    try (Session session = open()) {
      Outcomes outcomes = sendTwenty(session);

      assertThat(outcomes.byRequest).hasSize(20);
      assertThat(outcomes.byRequest.values()).containsOnly("stored");
      assertThat(outcomes.messages).hasValue(20L * batchSize());
    }
  }

  @Test
  @Order(3)
  void countsTheAcknowledgedMessagesInTheStore() throws Exception {
    try (Session session = open()) {
      sendTwenty(session);

      OptionalLong stored = session.stored();
      assumeThat(stored).as("%s counts what its server stored", driver().name()).isPresent();
      assertThat(stored).hasValue(20L * batchSize());
    }
  }

  /** The outcomes that a connection reported, by request. */
  private record Outcomes(Map<Long, String> byRequest, AtomicLong messages) {}

  private Outcomes sendTwenty(Session session) throws Exception {
    Outcomes outcomes = new Outcomes(new ConcurrentHashMap<>(), new AtomicLong());
    BlockingQueue<Integer> free = new ArrayBlockingQueue<>(inFlight());
    for (int slot = 0; slot < inFlight(); slot++) {
      free.add(slot);
    }
    RequestListener listener =
        new RequestListener() {
          @Override
          public void succeeded(long request, int count, long bytes) {
            outcomes.messages.addAndGet(count);
            outcomes.byRequest.merge(request, "stored", String::concat);
            free.add(RequestListener.slot(request));
          }

          @Override
          public void failed(long request, String kind) {
            outcomes.byRequest.merge(request, kind, String::concat);
            free.add(RequestListener.slot(request));
          }
        };
    try (Connection connection = session.connect(0, listener)) {
      for (long number = 1; number <= 20; number++) {
        connection.send(number << RequestListener.SLOT_BITS | free.take());
      }
      for (int slot = 0; slot < inFlight(); slot++) {
        free.take();
      }
    }
    return outcomes;
  }

  @Test
  @Order(4)
  void anUnreachableServerMakesTheCaseInvalidBeforeAnyLoad() throws Exception {
    assumeThat(nowhere()).as("address of the server of %s", driver().name()).isNotNull();
    AtomicInteger ticks = new AtomicInteger();

    CaseResult result =
        measure(nowhere(), SHORT, (elapsed, rate, errors) -> ticks.incrementAndGet());

    assertThat(result.requests()).isZero();
    assertThat(result.problems()).singleElement().asString().contains("127.0.0.1:1");
    assertThat(ticks).hasValue(0);
  }

  @Test
  @Order(5)
  void aMissingMessageInTheStoreMakesTheCaseInvalid() throws Exception {
    AtomicBoolean stores = new AtomicBoolean(true);
    AtomicInteger ticks = new AtomicInteger();
    Progress loser =
        (elapsed, rate, errors) -> {
          if (rate > 0 && ticks.incrementAndGet() == 1) {
            stores.set(loseNow());
          }
        };

    CaseResult result = measure(there(), SHORT, loser);

    assertThat(result.requests()).isPositive();
    assumeThat(stores).as("%s has a store that can lose messages", driver().name()).isTrue();
    assertThat(result.problems())
        .singleElement()
        .asString()
        .contains("acknowledged messages are not in the store");
  }

  private boolean loseNow() {
    try {
      return lose(lastScope());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Order(6)
  void aServerThatDiesUnderLoadMakesTheCaseInvalid() throws Exception {
    AtomicInteger ticks = new AtomicInteger();
    Progress killer =
        (elapsed, rate, errors) -> {
          if (rate > 0 && ticks.incrementAndGet() == 1) {
            killServer();
          }
        };
    Durations durations = new Durations(Duration.ofMillis(500), Duration.ofSeconds(5));

    CaseResult result = measure(there(), durations, killer);

    assertThat(result.requests()).isPositive();
    assertThat(result.errorCount()).isPositive();
    assertThat(result.errors().keySet()).doesNotContain("");
    assertThat(result.problems()).anyMatch(problem -> problem.contains("stopped responding"));
  }

  private CaseResult measure(String environment, Durations durations) throws Exception {
    return measure(environment, durations, Progress.NONE);
  }

  private CaseResult measure(String environment, Durations durations, Progress progress)
      throws Exception {
    return measure(environment, full(), durations, progress);
  }

  /** Measures a case with further settings. */
  final CaseResult measure(Map<String, Object> more, Durations durations) throws Exception {
    CaseSettings settings = full();
    for (Map.Entry<String, Object> one : more.entrySet()) {
      settings = settings.with(one.getKey(), one.getValue());
    }
    return measure(there(), settings, durations, Progress.NONE);
  }

  private CaseResult measure(
      String environment, CaseSettings settings, Durations durations, Progress progress)
      throws Exception {
    CasePlan plan =
        new CasePlan("contract/case", driver().name(), Target.DIRECT, settings, Map.of());
    return new EngineCaseRunner(
            driver(), environment(environment), folder, Clock.systemUTC(), Map.of())
        .run(plan, durations, new CaseSlot(nextScope(), Shard.WHOLE), progress)
        .get(0);
  }

  final Session open() throws Exception {
    return driver()
        .open(environment(there()), Target.DIRECT, nextScope(), EngineLoad.of(full()).in(full()));
  }

  private Environment environment(String section) throws Exception {
    Path file = folder.resolve("environment.yml");
    Files.writeString(file, "name: contract\n" + section);
    return Environment.load(file, variables());
  }

  private CaseSettings full() {
    Map<String, Object> all = new HashMap<>();
    Stream.concat(LoadKeys.keys().stream(), driver().keys().stream())
        .forEach(
            (SettingKey key) -> key.defaultValue().ifPresent(value -> all.put(key.name(), value)));
    all.put("connections", 2L);
    all.put("in_flight", (long) inFlight());
    all.put("timeout", Duration.ofSeconds(5));
    all.putAll(settings());
    return new CaseSettings(all);
  }

  private long batchSize() {
    return full().has("batch_size") ? full().count("batch_size") : 1;
  }

  private static int inFlight() {
    return 4;
  }

  private String nextScope() {
    return "contract_" + scopes.incrementAndGet();
  }

  final String lastScope() {
    return "contract_" + scopes.get();
  }
}
