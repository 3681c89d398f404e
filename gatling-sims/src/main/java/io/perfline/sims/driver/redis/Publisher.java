package io.perfline.sims.driver.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.core.environment.Redis;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.InjectedFault;
import io.perfline.sims.driver.Payloads;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One connection that publishes, a pipeline a request, and waits until Redis has taken that. A lost
 * connection fails the request that meets it; the next opens it again.
 */
final class Publisher implements Connection {

  private final Redis redis;
  private final Duration timeout;
  private final int index;
  private final byte[][] channels;
  private final Payloads payloads;
  private final Deliveries deliveries;
  private final InjectedFault fault;
  private final Notification notification;
  private final int batchSize;

  /** What the keys of stored values begin with; null when nothing is stored. */
  private final String keys;

  private Jedis jedis;
  private long next;
  private int nextChannel;

  Publisher(
      Redis redis,
      int index,
      byte[][] channels,
      Payloads payloads,
      String keys,
      CaseSettings settings,
      Deliveries deliveries,
      InjectedFault fault) {
    this.redis = redis;
    this.index = index;
    this.channels = channels;
    this.payloads = payloads;
    this.keys = keys;
    this.deliveries = deliveries;
    this.fault = fault;
    // Its own time is over a little before the engine's, which could not say why.
    timeout = settings.duration("timeout").multipliedBy(9).dividedBy(10);
    batchSize = settings.number(RedisDriver.BATCH_SIZE);
    notification = Notification.of(settings.choice(RedisDriver.SERIALIZATION));
    nextChannel = index % channels.length;
    try {
      jedis = RedisClients.open(redis, timeout);
    } catch (JedisException e) {
      throw RedisClients.failed(redis, "be connected to", e);
    }
  }

  @Override
  public void send(long request) {
    if (fault != null) {
      fault.sent();
    }
    int channel = nextChannel;
    nextChannel = channel + 1 == channels.length ? 0 : channel + 1;
    deliveries.begin(request, channel);
    try {
      if (jedis == null) {
        jedis = RedisClients.open(redis, timeout);
      }
      deliveries.published(request, publish(request, channels[channel]));
    } catch (JedisException e) {
      disconnect();
      deliveries.failed(request, e.getClass().getSimpleName());
    }
  }

  /** How many received each message, together. */
  private long publish(long request, byte[] channel) {
    Pipeline pipeline = jedis.pipelined();
    for (int i = 0; i < batchSize; i++) {
      long number = next++;
      byte[] data = payloads.body(number);
      if (keys != null) {
        byte[] key = (keys + index + ":" + number).getBytes(US_ASCII);
        pipeline.set(key, data);
        data = key;
      }
      pipeline.publish(channel, notification.write(index, request, data));
    }
    return receivers(pipeline.syncAndReturnAll());
  }

  /** A {@code SET} is answered with a word, a {@code PUBLISH} with the number of receivers. */
  private static long receivers(List<Object> answers) {
    long receivers = 0;
    for (Object answer : answers) {
      if (answer instanceof JedisException refused) {
        throw refused;
      }
      receivers += answer instanceof Long number ? number : 0;
    }
    return receivers;
  }

  private void disconnect() {
    RedisClients.close(jedis);
    jedis = null;
  }

  @Override
  public void close() {
    disconnect();
    deliveries.end();
  }
}
