package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends messages by each entry point into Kafka and Cassandra of the stack that {@code ./perfline
 * stack up} starts, kills one of its servers after another, also while it starts, starts it again
 * by the same command, and looks for each acknowledged message in the stores.
 */
class KilledStackIT {

  private static final List<String> KILLED = List.of("tomcat", "kafka", "cassandra");

  /** The share of kills that are followed by another one while the server starts. */
  private static final double KILLED_AGAIN = 0.3;

  private final LocalStack stack = LocalStack.in("killed");
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @AfterEach
  void stop() throws Exception {
    stack.down();
  }

  @Test
  void noAcknowledgedMessageIsLost() throws Exception {
    assertThat(killWhileSending(3000, 3, Duration.ofMinutes(30)).values()).containsOnly(3000);
  }

  /**
   * {@code ./perfline-dev acceptance KilledStackIT}: ten million messages and thirty kills, or as
   * many as the machine manages in the given time.
   */
  @Tag("acceptance")
  @Test
  void noneOfTenMillionAcknowledgedMessagesIsLost() throws Exception {
    Map<String, Integer> acknowledged =
        killWhileSending(
            Integer.getInteger("recorder.it.messages", 1_700_000),
            Integer.getInteger("recorder.it.kills", 30),
            Duration.ofMinutes(Integer.getInteger("recorder.it.minutes", 240)));

    assertThat(acknowledged.values()).allMatch(count -> count > 0);
  }

  /**
   * @param messages the number of messages of each of the six senders
   * @param kills the number of kills
   * @param limit the time after which no more messages are sent and no more servers are killed
   * @return the number of acknowledged messages of each sender
   */
  private Map<String, Integer> killWhileSending(int messages, int kills, Duration limit)
      throws Exception {
    long end = System.nanoTime() + limit.toNanos();
    stack.up();
    stack.deploy();
    Map<String, Sender> senders = senders(messages);
    Map<String, Thread> threads = new LinkedHashMap<>();
    senders.forEach((name, sender) -> threads.put(name, new Thread(sender, name)));
    threads.values().forEach(Thread::start);
    int killed = 0;
    while (killed < kills && System.nanoTime() - end < 0) {
      long more = random.nextLong(2L * senders.size() * messages / (kills + 1));
      long next = sum(senders) + more;
      Stand.await(
          limit,
          "another %d messages are acknowledged".formatted(more),
          () ->
              sum(senders) >= next
                  || System.nanoTime() - end > 0
                  || threads.values().stream().noneMatch(Thread::isAlive));
      killed += kill(KILLED.get(killed < KILLED.size() ? killed : random.nextInt(KILLED.size())));
      stack.up();
      System.out.printf("%d kills; acknowledged: %s%n", killed, acknowledged(senders));
    }
    for (Thread thread : threads.values()) {
      thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
    }
    senders.values().forEach(Sender::stop); // those that are ready have nothing left to send
    for (Thread thread : threads.values()) {
      thread.join();
    }
    System.out.printf("seed %d, %d kills%n", seed, killed);
    senders.forEach(this::check);
    return acknowledged(senders);
  }

  private static long sum(Map<String, Sender> senders) {
    return acknowledged(senders).values().stream().mapToLong(Integer::longValue).sum();
  }

  private static Map<String, Integer> acknowledged(Map<String, Sender> senders) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    senders.forEach((name, sender) -> counts.put(name, sender.acknowledgedCount()));
    return counts;
  }

  /** Kills a server, and sometimes again while it starts; returns the number of kills. */
  private int kill(String part) throws Exception {
    stack.kill(part);
    if (random.nextDouble() >= KILLED_AGAIN) {
      return 1;
    }
    Process starting = stack.startUp();
    boolean again = stack.killWhenStarted(part, Duration.ofMillis(random.nextInt(4000)));
    starting.waitFor();
    return again ? 2 : 1;
  }

  private Map<String, Sender> senders(int messages) {
    Map<String, Sender> senders = new LinkedHashMap<>();
    int number = 0;
    for (LocalStack.Recorder recorder : stack.recorders()) {
      senders.put(
          "http into " + recorder.store(),
          new HttpSender(Messages.of(seed + number++, messages), recorder.url()));
      senders.put(
          "kryonet into " + recorder.store(),
          new KryonetSender(Messages.of(seed + number++, messages), recorder.kryonetPort()));
      senders.put(
          "kafka into " + recorder.store(),
          new KafkaSender(
              Messages.of(seed + number++, messages),
              stack.bootstrap(),
              recorder.topicIn(),
              recorder.topicAcks()));
    }
    return senders;
  }

  private void check(String way, Sender sender) {
    Kept kept =
        way.endsWith("kafka")
            ? Kept.inKafka(stack.bootstrap(), sender.messages)
            : Kept.inCassandra(stack.cassandraPort(), sender.messages);
    System.out.printf(
        "%s: %d acknowledged, %d found, %d found twice%n",
        way, sender.acknowledgedCount(), kept.count(), kept.equalCopies());
    assertThat(sender.failure()).as(way).isNull();
    assertThat(kept.different()).as(way + ": with other bytes").isZero();
    assertThat(
            IntStream.range(0, sender.messages.count())
                .filter(sender::isAcknowledged)
                .filter(number -> !kept.has(number)))
        .as(way + ": acknowledged and not stored")
        .isEmpty();
  }
}
