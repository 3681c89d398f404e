package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.deploy.server.Server;
import io.perfline.recorder.it.Stand.At;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Uses every entry point at once while the recorder is redeployed, its store killed and its Tomcat
 * restarted: acknowledged messages are stored with the same bytes. {@code
 * -Drecorder.it.messages=100000} sends more.
 */
class AcknowledgedIsStoredIT {

  private static final int MESSAGES = Integer.getInteger("recorder.it.messages", 1500);
  private static final Duration LIMIT = Duration.ofMinutes(2).plusMillis(20L * MESSAGES);
  private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

  @ParameterizedTest
  @EnumSource(names = {"K", "C"})
  void acknowledgedMessagesAreStoredWhateverHappens(At at) throws Exception {
    Stand.ready(at);
    Map<String, Sender> senders = senders(at);
    Map<String, Thread> threads = new LinkedHashMap<>();
    senders.forEach((name, sender) -> threads.put(name, new Thread(sender, name)));
    threads.values().forEach(Thread::start);

    awaitShare(senders, 0.1);
    assertThat(Stand.deploy(at.path())).startsWith("OK");
    awaitShare(senders, 0.3);
    killAndRestart(at, at == At.K ? Stand::kafka : Stand::cassandra);
    awaitShare(senders, 0.6);
    Stand.restartTomcat();

    for (Thread thread : threads.values()) {
      thread.join(LIMIT.toMillis());
    }
    senders.forEach((name, sender) -> check(at, name, sender));
  }

  private static Map<String, Sender> senders(At at) {
    long seed = System.nanoTime();
    Map<String, Sender> senders = new LinkedHashMap<>();
    senders.put("http", new HttpSender(Messages.of(seed, MESSAGES), at.path()));
    senders.put("kryonet", new KryonetSender(Messages.of(seed + 1, MESSAGES), at.kryonetPort));
    senders.put("kafka", new KafkaSender(Messages.of(seed + 2, MESSAGES), at));
    return senders;
  }

  private static void awaitShare(Map<String, Sender> senders, double share) {
    Stand.await(
        LIMIT,
        share + " of the messages are acknowledged",
        () ->
            senders.values().stream()
                .filter(
                    sender ->
                        !(sender instanceof KafkaSender)) // it reads acknowledgements at the end
                .allMatch(sender -> sender.acknowledgedCount() >= share * MESSAGES));
  }

  /** Senders get errors soon, and continue afterwards without a restart. */
  private static void killAndRestart(At at, Supplier<? extends Server<?>> store)
      throws InterruptedException {
    store.get().kill();
    Stand.await(LIMIT, "not ready without the store", () -> !Stand.isReady(at));
    Stand.await(LIMIT, "a sender hears within five seconds", () -> isRefusedSoon(at));
    KryonetSender late = new KryonetSender(Messages.of(System.nanoTime(), 1), at.kryonetPort);
    Thread sending = new Thread(late, "late");
    sending.start();
    Stand.await(LIMIT, "a Kryonet client hears too", () -> late.refusals() > 0);
    assertThat(store.get().isAlive()).isTrue();
    Stand.await(LIMIT, "ready again", () -> Stand.isReady(at));
    Stand.await(LIMIT, "what was refused is taken", () -> late.acknowledgedCount() == 1);
    sending.join();
  }

  private static boolean isRefusedSoon(At at) {
    long before = System.nanoTime();
    HttpResponse<String> response = post(at);
    Duration took = Duration.ofNanos(System.nanoTime() - before);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
    assertThat(response.headers().firstValue("Retry-After")).contains("1");
    return took.compareTo(FIVE_SECONDS) < 0;
  }

  private static HttpResponse<String> post(At at) {
    String path = at.path() + "/virtual-services/" + UUID.randomUUID() + "/recordings";
    return Stand.send(
        HttpRequest.newBuilder(Stand.uri(path))
            .timeout(Duration.ofSeconds(20))
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(
                    Messages.json(Messages.of(1, 1).get(0), false)))
            .build());
  }

  private static void check(At at, String way, Sender sender) {
    Kept kept = Kept.in(at, sender.messages);
    int acknowledged = sender.acknowledgedCount();
    System.out.printf(
        "%s into %s: %d acknowledged, %d found, %d found twice with the same bytes%n",
        way, at.store, acknowledged, kept.count(), kept.equalCopies());
    assertThat(sender.failure()).isNull();
    assertThat(acknowledged).isEqualTo(MESSAGES);
    assertThat(kept.different()).as("with other bytes").isZero();
    assertThat(IntStream.range(0, MESSAGES).filter(sender::isAcknowledged))
        .as("acknowledged and not stored")
        .allMatch(kept::has);
    if (at == At.C) {
      assertThat(kept.equalCopies()).isZero();
    }
  }
}
