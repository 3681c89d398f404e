package io.perfline.sims.driver.redis;

import io.perfline.core.environment.Redis;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import java.time.Duration;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** Opens connections to Redis. */
public final class RedisClients {

  private static final int CONNECT_MILLIS = 3_000;

  private RedisClients() {}

  /**
   * Opens a connection and authenticates.
   *
   * @param timeout the maximum time to wait for a reply
   * @throws JedisException if that fails
   */
  public static Jedis open(Redis redis, Duration timeout) {
    Jedis jedis =
        new Jedis(
            new HostAndPort(redis.address().host(), redis.address().port()),
            DefaultJedisClientConfig.builder()
                .autoNegotiateProtocol(false)
                .password(redis.password())
                .connectionTimeoutMillis(CONNECT_MILLIS)
                .socketTimeoutMillis(Math.toIntExact(timeout.toMillis()))
                .build());
    try {
      jedis.connect();
      return jedis;
    } catch (JedisException e) {
      jedis.close();
      throw e;
    }
  }

  /**
   * Checks that the server accepts connections and the password. Fails at once.
   *
   * @throws DriverException if not; the message names the address and the reason
   */
  static void check(Redis redis, Duration timeout) {
    Reachable.check("Redis", redis.address().toString());
    try (Jedis jedis = open(redis, timeout)) {
      jedis.ping();
    } catch (JedisException e) {
      throw failed(redis, "be used", e);
    }
  }

  /** Closes a connection, which may be broken or null. */
  static void close(Jedis jedis) {
    if (jedis != null) {
      try {
        jedis.close();
      } catch (JedisException e) {
        return; // The connection was broken.
      }
    }
  }

  static DriverException failed(Redis redis, String what, JedisException e) {
    return DriverException.failed("Redis at " + redis.address(), what, e);
  }
}
