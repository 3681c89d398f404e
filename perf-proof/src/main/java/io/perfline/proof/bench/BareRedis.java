package io.perfline.proof.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Redis;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.redis.RedisClients;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisException;

/** Publishes as our driver does, to one subscriber that counts, in a loop as short as can be. */
final class BareRedis extends BinaryJedisPubSub implements Contender {

  private static final int HEADER = 12;
  private static final byte[] CHANNEL = "bare".getBytes(US_ASCII);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Jedis publisher;
  private final Jedis subscriber;
  private final Thread thread;
  private final CountDownLatch subscribed = new CountDownLatch(1);
  private final InFlightWindow window;
  private final Payloads payloads;
  private final int batchSize;
  private volatile boolean closed;
  private long next;
  private int received;

  BareRedis(Redis redis, CaseSettings settings) throws InterruptedException {
    batchSize = settings.number("batch_size");
    window = new InFlightWindow("the bare Redis loop", settings.number("in_flight"), batchSize);
    payloads = new Payloads(HEADER + settings.number("message_bytes"), 1);
    publisher = RedisClients.open(redis, TIMEOUT);
    subscriber = RedisClients.open(redis, TIMEOUT);
    thread = new Thread(this::subscribe, "bare subscriber");
    thread.start();
    if (!subscribed.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
      throw Fault.noVerdict("Redis at %s takes no subscription".formatted(redis.address()));
    }
  }

  private void subscribe() {
    try {
      subscriber.subscribe(this, CHANNEL);
    } catch (JedisException e) {
      if (!closed) {
        window.failed(e.toString());
      }
    }
  }

  @Override
  public void onSubscribe(byte[] channel, int count) {
    subscribed.countDown();
  }

  @Override
  public void onMessage(byte[] channel, byte[] message) {
    if (++received == batchSize) {
      received = 0;
      window.answered();
    }
  }

  @Override
  public Sample run(Duration length) throws InterruptedException {
    return window.run(length, this::publish);
  }

  private void publish() {
    Pipeline pipeline = publisher.pipelined();
    for (int i = 0; i < batchSize; i++) {
      pipeline.publish(CHANNEL, payloads.body(next++));
    }
    pipeline.sync();
  }

  @Override
  public void close() {
    closed = true;
    subscriber.disconnect();
    publisher.close();
    try {
      thread.join(TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
