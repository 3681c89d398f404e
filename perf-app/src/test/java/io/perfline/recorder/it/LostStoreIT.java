package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.Session;
import io.perfline.recorder.it.Stand.At;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A recorder whose store has lost everything uses it as an empty one, without a restart. */
class LostStoreIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int MESSAGES = 300;

  @ParameterizedTest
  @EnumSource(names = {"K", "C"})
  void aStoreThatIsEmptyAfterAKillIsUsedAgain(At at) throws Exception {
    Stand.ready(at);
    allAreStored(at);

    Stand.loseStore(at);

    Stand.await(LIMIT, at + " is ready again", () -> Stand.isReady(at));
    allAreStored(at);
    logContains(at == At.K ? "topic recordings" : "table recorder.recording");
  }

  @Test
  void aDroppedKeyspaceAndADroppedTableAreCreatedAgain() throws Exception {
    Stand.ready(At.C);
    for (String dropped : List.of("TABLE recorder.recording", "KEYSPACE recorder")) {
      try (Cluster cluster =
              Cluster.builder()
                  .addContactPoint("127.0.0.1")
                  .withPort(Stand.cassandraPort())
                  .withoutJMXReporting()
                  .build();
          Session session = cluster.connect()) {
        session.execute("DROP " + dropped);
      }

      allAreStored(At.C);
    }
    logContains("table recorder.recording");
  }

  @ParameterizedTest
  @EnumSource(names = {"K", "C"})
  void deletedTopicsAreCreatedAgain(At at) throws Exception {
    Stand.ready(at);
    allAreStored(at);
    List<String> deleted = List.of("in-" + at, "acks-" + at, "dead-" + at);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", Stand.bootstrap()))) {
      admin.deleteTopics(deleted).all().get();
      if (at == At.K) {
        admin.deleteTopics(List.of("recordings")).all().get();
      }
      Stand.await(LIMIT, "created again", () -> exist(admin, deleted));
    }

    allAreStored(at);
    logContains("topic in-" + at);
  }

  private static boolean exist(Admin admin, List<String> topics) {
    try {
      return admin.listTopics().names().get().containsAll(topics);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (java.util.concurrent.ExecutionException e) {
      return false;
    }
  }

  /** Sends messages to each entry point until all are acknowledged, and reads them back. */
  private static void allAreStored(At at) throws InterruptedException {
    long seed = System.nanoTime();
    List<Sender> senders =
        List.of(
            new HttpSender(Messages.of(seed, MESSAGES), at.path()),
            new KryonetSender(Messages.of(seed + 1, MESSAGES), at.kryonetPort),
            new KafkaSender(Messages.of(seed + 2, MESSAGES), at));
    List<Thread> threads = senders.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join(LIMIT.toMillis());
    }
    for (Sender sender : senders) {
      assertThat(sender.failure()).isNull();
      assertThat(sender.acknowledgedCount())
          .as(sender.getClass().getSimpleName())
          .isEqualTo(MESSAGES);
      Kept kept = Kept.in(at, sender.messages);
      assertThat(IntStream.range(0, MESSAGES)).allMatch(kept::has);
    }
  }

  private static void logContains(String what) {
    assertThat(Stand.logs()).contains(what + " was gone and has been created again");
  }
}
