package io.perfline.sims.driver.redis;

import io.perfline.core.environment.Redis;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import io.perfline.sims.driver.Reasons;
import java.time.Duration;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;

/** Opens connections to Redis. */
public final class RedisClients {

  private static final int CONNECT_MILLIS = 3_000;

  private RedisClients() {}

  /**
   * A connection that is there and let in.
   *
   * @param timeout of an answer
   * @throws JedisException when it isn't
   */
  public static Jedis open(Redis redis, Duration timeout) {
    JedisClientConfig config =
        DefaultJedisClientConfig.builder()
            .autoNegotiateProtocol(false)
            .password(redis.password())
            .connectionTimeoutMillis(CONNECT_MILLIS)
            .socketTimeoutMillis(Math.toIntExact(timeout.toMillis()))
            .build();
    HostAndPort there = new HostAndPort(redis.address().host(), redis.address().port());
    Jedis jedis = new Jedis(there, config);
    try {
      jedis.connect();
      return jedis;
    } catch (JedisException e) {
      jedis.close();
      throw e;
    }
  }

  /**
   * Tells at once that nobody listens, or that the password is wrong.
   *
   * @throws DriverException which names it and the reason
   */
  static void check(Redis redis, Duration timeout) {
    Reachable.check("Redis", redis.address().toString());
    try (Jedis jedis = open(redis, timeout)) {
      jedis.ping();
    } catch (JedisException e) {
      throw failed(redis, "be used", e);
    }
  }

  /** Closes a connection that may be broken, or null. */
  static void close(Jedis jedis) {
    if (jedis != null) {
      try {
        jedis.close();
      } catch (JedisException e) {
        return; // it was broken
      }
    }
  }

  static DriverException failed(Redis redis, String what, JedisException e) {
    return new DriverException(
        "Redis at %s could not %s: %s".formatted(redis.address(), what, Reasons.of(e)), e);
  }
}
