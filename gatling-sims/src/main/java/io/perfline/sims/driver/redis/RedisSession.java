package io.perfline.sims.driver.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.core.environment.Redis;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.InjectedFault;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** The channels of one case and their subscribers. */
final class RedisSession implements Session {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration STOPPED = Duration.ofSeconds(1);

  /** The case's own server, which it kills; null when it has none. */
  private final TemporaryRedis own;

  private final Redis redis;
  private final CaseSettings settings;
  private final byte[][] channels;
  private final String keys;
  private final Payloads payloads;
  private final AtomicReferenceArray<Deliveries> publishers;
  private final AtomicLongArray missing;
  private final List<Subscriber> subscribers = new ArrayList<>();
  private final InjectedFault fault;

  private RedisSession(TemporaryRedis own, Redis redis, String scope, CaseSettings settings) {
    this.own = own;
    this.redis = redis;
    this.settings = settings;
    channels = new byte[settings.number(RedisDriver.CHANNELS)][];
    for (int channel = 0; channel < channels.length; channel++) {
      channels[channel] = (scope + ":" + channel).getBytes(US_ASCII);
    }
    boolean stores = settings.choice(RedisDriver.PATTERN).equals(RedisDriver.NOTIFY_GET);
    keys = stores ? scope + ":" : null;
    payloads = new Payloads(settings.number(RedisDriver.MESSAGE_BYTES), scope.hashCode());
    publishers = new AtomicReferenceArray<>(settings.number("connections"));
    missing = new AtomicLongArray(channels.length * settings.number(RedisDriver.SUBSCRIBERS));
    fault = fault(settings.choice(RedisDriver.FAULT));
  }

  static RedisSession open(Redis redis, String scope, CaseSettings settings)
      throws InterruptedException {
    boolean kills = settings.choice(RedisDriver.FAULT).equals(RedisDriver.SERVER_KILLED);
    TemporaryRedis own = kills ? TemporaryRedis.start(scope) : null;
    Redis used = kills ? own.environment() : redis;
    RedisSession session = null;
    try {
      RedisClients.check(used, TIMEOUT);
      session = new RedisSession(own, used, scope, settings);
      session.subscribe();
      return session;
    } catch (DriverException | InterruptedException e) {
      if (session != null) {
        session.end();
      }
      if (own != null) {
        own.close();
      }
      throw e;
    }
  }

  private InjectedFault fault(String kind) {
    Duration after = settings.duration(RedisDriver.FAULT_AFTER);
    return switch (kind) {
      case RedisDriver.SERVER_KILLED -> new InjectedFault(after, own::killAndRestart);
      case RedisDriver.SUBSCRIBER_STOPPED ->
          new InjectedFault(after, () -> subscribers.get(0).stop(STOPPED));
      default -> null;
    };
  }

  private void subscribe() throws InterruptedException {
    int bytes = settings.number(RedisDriver.MESSAGE_BYTES);
    for (byte[] channel : channels) {
      for (int number = 0; number < settings.number(RedisDriver.SUBSCRIBERS); number++) {
        Notification reading = Notification.of(settings.choice(RedisDriver.SERIALIZATION));
        subscribers.add(new Subscriber(redis, channel, number, keys, bytes, reading, publishers));
      }
    }
    for (Subscriber subscriber : subscribers) {
      if (!subscriber.awaitSubscribed()) {
        throw new DriverException(
            "Redis at %s does not take %d subscriptions: check its log and its maxclients"
                .formatted(redis.address(), subscribers.size()));
      }
    }
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    int batchSize = settings.number(RedisDriver.BATCH_SIZE);
    Deliveries deliveries =
        new Deliveries(
            fault == null ? listener : fault.watching(listener),
            missing,
            settings.number(RedisDriver.SUBSCRIBERS),
            settings.number("in_flight"),
            batchSize,
            batchSize * settings.count(RedisDriver.MESSAGE_BYTES));
    publishers.set(index, deliveries);
    return new Publisher(redis, index, channels, payloads, keys, settings, deliveries, fault);
  }

  /** The values that subscribers were told of; a message itself is kept nowhere. */
  @Override
  public OptionalLong stored() {
    if (keys == null) {
      return OptionalLong.empty();
    }
    try (Jedis jedis = RedisClients.open(redis, TIMEOUT)) {
      return OptionalLong.of(new StoredValues(jedis, keys).count());
    } catch (JedisException e) {
      throw RedisClients.failed(redis, "count the values of " + keys, e);
    }
  }

  /** The deliveries that are missing, in all and by subscriber, and what a fault brought. */
  @Override
  public Map<String, Double> figures() {
    Map<String, Double> figures = new TreeMap<>();
    long all = 0;
    for (int subscriber = 0; subscriber < missing.length(); subscriber++) {
      long count = missing.get(subscriber);
      all += count;
      if (count > 0) {
        figures.put("%s/%d".formatted(Deliveries.UNDELIVERED, subscriber), (double) count);
      }
    }
    figures.put(Deliveries.UNDELIVERED, (double) all);
    if (fault != null) {
      figures.putAll(fault.figures());
    }
    return figures;
  }

  @Override
  public void close() {
    end();
    try {
      if (own != null) {
        own.close();
      } else if (keys != null) {
        try (Jedis jedis = RedisClients.open(redis, TIMEOUT)) {
          new StoredValues(jedis, keys).remove();
        }
      }
    } catch (JedisException e) {
      throw RedisClients.failed(redis, "remove the values of " + keys, e);
    }
  }

  private void end() {
    if (fault != null) {
      fault.close();
    }
    subscribers.forEach(Subscriber::close);
  }
}
