package io.perfline.sims.driver.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.core.environment.Redis;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One subscriber of one channel, on a thread and a connection of its own. It connects again when it
 * loses Redis, and has missed then what was published meanwhile.
 */
final class Subscriber extends BinaryJedisPubSub implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final long AGAIN_NANOS = 20_000_000;

  private final Redis redis;
  private final byte[] channel;
  private final int number;
  private final boolean gets;
  private final int bytes;
  private final AtomicReferenceArray<Deliveries> publishers;
  private final Notification notification;
  private final CountDownLatch subscribed = new CountDownLatch(1);
  private final Thread thread;
  private volatile Jedis jedis;
  private volatile boolean closed;
  private volatile long stopNanos;
  private Jedis getter;

  /**
   * @param number among the subscribers of the channel
   * @param keys what the keys of stored values begin with; null when nothing is stored
   * @param bytes of each value
   * @param publishers by the index of their connection
   */
  Subscriber(
      Redis redis,
      byte[] channel,
      int number,
      String keys,
      int bytes,
      Notification notification,
      AtomicReferenceArray<Deliveries> publishers) {
    this.redis = redis;
    this.channel = channel;
    this.number = number;
    this.bytes = bytes;
    this.notification = notification;
    this.publishers = publishers;
    gets = keys != null;
    thread = new Thread(this::run, "subscriber of " + new String(channel, US_ASCII));
    thread.setDaemon(true);
    thread.start();
  }

  /** Whether Redis has taken the subscription within some seconds. */
  boolean awaitSubscribed() throws InterruptedException {
    return subscribed.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Reads nothing for so long, from the next message on. */
  void stop(Duration time) {
    stopNanos = time.toNanos();
  }

  private void run() {
    while (!closed) {
      try (Jedis connected = RedisClients.open(redis, TIMEOUT)) {
        jedis = connected;
        if (!closed) {
          connected.subscribe(this, channel);
        }
      } catch (JedisException lost) {
        closeGetter();
        LockSupport.parkNanos(AGAIN_NANOS);
      }
    }
    closeGetter();
  }

  @Override
  public void onSubscribe(byte[] to, int count) {
    subscribed.countDown();
  }

  @Override
  public void onMessage(byte[] from, byte[] message) {
    long stop = stopNanos;
    if (stop > 0) {
      stopNanos = 0;
      long until = System.nanoTime() + stop;
      while (!closed && System.nanoTime() - until < 0) {
        LockSupport.parkNanos(until - System.nanoTime());
      }
    }
    notification.read(message);
    Deliveries publisher = publishers.get(notification.connection);
    if (!gets || isStored(notification.data())) {
      publisher.delivered(notification.request, number);
    }
  }

  private boolean isStored(byte[] key) {
    if (getter == null) {
      getter = RedisClients.open(redis, TIMEOUT);
    }
    byte[] value = getter.get(key);
    return value != null && value.length == bytes;
  }

  private void closeGetter() {
    RedisClients.close(getter);
    getter = null;
  }

  /** Returns when its thread has ended. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Jedis connected = jedis;
    if (connected != null) {
      connected.disconnect();
    }
    try {
      thread.join(TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
