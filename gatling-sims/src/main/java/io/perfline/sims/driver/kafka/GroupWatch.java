package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.core.run.ConsumerLag;
import io.perfline.sims.driver.DriverException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;

/**
 * Measures a group's lag periodically: the number of messages in a topic that the group has not yet
 * processed. In partitions that the group has not begun to read, messages from before the load do
 * not count.
 */
final class GroupWatch implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final long POLL_MILLIS = 100;
  private static final long WAIT_MILLIS = 20;

  private final Kafka kafka;
  private final String group;
  private final List<TopicPartition> partitions;
  private final String failed;
  private final KafkaAdmin admin;
  private final NavigableMap<Instant, Long> lags = new ConcurrentSkipListMap<>();
  private final ScheduledExecutorService polls =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "consumer lag");
            thread.setDaemon(true);
            return thread;
          });
  private Map<TopicPartition, Long> before = Map.of();
  private volatile WatchedGroup watched;
  private volatile DriverException failure;

  private GroupWatch(Kafka kafka, String group, List<TopicPartition> partitions) {
    this.kafka = kafka;
    this.group = group;
    this.partitions = partitions;
    admin = new KafkaAdmin(kafka);
    failed = "could not report the lag of the group %s".formatted(group);
  }

  /**
   * Returns once all partitions are assigned to members of the group, and it has no lag.
   *
   * @throws DriverException if that takes too long
   */
  static GroupWatch begin(
      Kafka kafka, String group, List<TopicPartition> partitions, Duration within)
      throws InterruptedException {
    GroupWatch watch = new GroupWatch(kafka, group, partitions);
    try {
      watch.awaitMembers(System.nanoTime() + within.toNanos(), within);
      var unused =
          watch.polls.scheduleWithFixedDelay(watch::poll, 0, POLL_MILLIS, TimeUnit.MILLISECONDS);
      return watch;
    } catch (RuntimeException | InterruptedException e) {
      watch.close();
      throw e;
    }
  }

  private void awaitMembers(long end, Duration within) throws InterruptedException {
    before = admin.ends(failed, partitions);
    while (true) {
      int assigned = assigned();
      long lag = lag();
      if (assigned == partitions.size() && lag == 0) {
        return;
      }
      if (System.nanoTime() - end > 0) {
        throw new DriverException(
            assigned < partitions.size()
                ? "after %d s the group %s consumes %d of the %d partitions of %s: does it run?"
                    .formatted(within.toSeconds(), group, assigned, partitions.size(), topic())
                : ("the group %s had a lag of %d messages in %s before the load, and did not"
                        + " catch up in %d s")
                    .formatted(group, lag, topic(), within.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private String topic() {
    return partitions.get(0).topic();
  }

  private int assigned() throws InterruptedException {
    if (watched == null) {
      watched = WatchedGroup.find(admin, failed, group, before).orElse(null);
    }
    return watched == null ? 0 : watched.assigned();
  }

  private void poll() {
    try {
      lags.put(Instant.now(), lag());
    } catch (DriverException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long lag() throws InterruptedException {
    return watched == null ? 0 : watched.lag();
  }

  /**
   * Waits after the load until the group has caught up, and returns its lag.
   *
   * @param from the time from which its lag counts
   * @param until the end of the load
   * @param within the maximum time to wait; after it, the remaining lag is returned
   * @throws DriverException if Kafka did not respond during all of that time
   */
  ConsumerLag caughtUp(Instant from, Instant until, Duration within) throws InterruptedException {
    polls.shutdown();
    polls.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    long left = lag();
    while (left > 0 && Duration.between(until, Instant.now()).compareTo(within) < 0) {
      TimeUnit.MILLISECONDS.sleep(WAIT_MILLIS);
      left = lag();
    }
    long waited = Math.max(0, Duration.between(until, Instant.now()).toMillis());
    if (failure != null) {
      throw failure;
    }
    if (lags.tailMap(from).isEmpty()) {
      throw new DriverException("Kafka at %s %s".formatted(kafka.bootstrap(), failed));
    }
    long max = lags.tailMap(from).values().stream().mapToLong(Long::longValue).max().orElse(0);
    return new ConsumerLag(group, max, waited, left);
  }

  @Override
  public void close() {
    polls.shutdownNow();
    admin.close();
  }
}
