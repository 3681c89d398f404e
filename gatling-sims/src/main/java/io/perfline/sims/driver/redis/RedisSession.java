package io.perfline.sims.driver.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.core.environment.Redis;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.fault.InjectedFault;
import io.perfline.sims.fault.TemporaryRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** The channels of one case with their publishers and subscribers. */
final class RedisSession implements Session {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SUBSCRIBER_TIMEOUT = Duration.ofSeconds(5);
  private static final long STOPPED_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long RECONNECT_NANOS = 20_000_000;
  private static final int SCANNED_AT_ONCE = 10_000;

  /** The server that the case kills; null if there is none. */
  private final TemporaryRedis temporary;

  private final Redis redis;
  private final CaseSettings settings;
  private final int batchSize;
  private final int messageBytes;
  private final byte[][] channels;

  /** The prefix of the keys of stored values; null if no values are stored. */
  private final String keys;

  private final Payloads payloads;

  /** The deliveries of each publisher, by the index of its connection. */
  private final AtomicReferenceArray<Deliveries> publishers;

  private final AtomicLongArray missing;
  private final List<Subscriber> subscribers = new ArrayList<>();
  private final InjectedFault fault;

  private RedisSession(TemporaryRedis temporary, Redis redis, String scope, CaseSettings settings) {
    this.temporary = temporary;
    this.redis = redis;
    this.settings = settings;
    batchSize = settings.number(CaseSettings.BATCH_SIZE);
    messageBytes = settings.number(CaseSettings.MESSAGE_BYTES);
    channels = new byte[settings.number(RedisDriver.CHANNELS)][];
    for (int channel = 0; channel < channels.length; channel++) {
      channels[channel] = (scope + ":" + channel).getBytes(US_ASCII);
    }
    boolean stores = settings.choice(RedisDriver.PATTERN).equals(RedisDriver.NOTIFY_GET);
    keys = stores ? scope + ":" : null;
    payloads = new Payloads(messageBytes, scope.hashCode());
    publishers = new AtomicReferenceArray<>(settings.number("connections"));
    missing = new AtomicLongArray(channels.length * settings.number(RedisDriver.SUBSCRIBERS));
    Duration after = settings.duration(CaseSettings.FAULT_AFTER);
    fault =
        switch (settings.choice(CaseSettings.FAULT)) {
          case RedisDriver.SERVER_KILLED -> new InjectedFault(after, temporary::killAndRestart);
          case RedisDriver.SUBSCRIBER_STOPPED ->
              new InjectedFault(after, () -> subscribers.get(0).stopNanos = STOPPED_NANOS);
          default -> null;
        };
  }

  static RedisSession open(Redis redis, String scope, CaseSettings settings)
      throws InterruptedException {
    boolean kills = settings.choice(CaseSettings.FAULT).equals(RedisDriver.SERVER_KILLED);
    TemporaryRedis temporary = kills ? new TemporaryRedis(scope) : null;
    Redis used = kills ? temporary.environment() : redis;
    RedisSession session = null;
    try {
      RedisClients.check(used, TIMEOUT);
      session = new RedisSession(temporary, used, scope, settings);
      session.subscribe();
      return session;
    } catch (DriverException | InterruptedException e) {
      if (session != null) {
        session.end();
      }
      if (temporary != null) {
        temporary.close();
      }
      throw e;
    }
  }

  private void subscribe() throws InterruptedException {
    for (byte[] channel : channels) {
      for (int number = 0; number < settings.number(RedisDriver.SUBSCRIBERS); number++) {
        subscribers.add(new Subscriber(channel, number));
      }
    }
    for (Subscriber subscriber : subscribers) {
      if (!subscriber.subscribed.await(SUBSCRIBER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new DriverException(
            "Redis at %s does not accept %d subscriptions: check its log and its maxclients"
                .formatted(redis.address(), subscribers.size()));
      }
    }
  }

  private Notification notification() {
    return Notification.of(settings.choice(RedisDriver.SERIALIZATION));
  }

  @Override
  public boolean keepsItsLength() {
    return fault != null;
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    Deliveries deliveries =
        new Deliveries(
            fault == null ? listener : fault.watching(listener),
            missing,
            settings.number(RedisDriver.SUBSCRIBERS),
            settings.number("in_flight"),
            batchSize,
            (long) batchSize * messageBytes);
    publishers.set(index, deliveries);
    return new Publisher(index, deliveries);
  }

  /** Returns the number of stored values; published messages themselves are not stored. */
  @Override
  public OptionalLong stored() {
    if (keys == null) {
      return OptionalLong.empty();
    }
    // SCAN may return a key more than once.
    Set<String> known = new HashSet<>();
    scan("count", (jedis, found) -> known.addAll(found));
    return OptionalLong.of(known.size());
  }

  /**
   * Returns the missing deliveries, in total and by subscriber, and the figures of an injected
   * fault.
   */
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
    if (temporary != null) {
      temporary.close();
    } else if (keys != null) {
      scan("remove", (jedis, found) -> jedis.unlink(found.toArray(String[]::new)));
    }
  }

  private void end() {
    if (fault != null) {
      fault.close();
    }
    subscribers.forEach(Subscriber::close);
  }

  /** Passes the keys of all values that this case stored to {@code action}, page by page. */
  private void scan(String what, BiConsumer<Jedis, List<String>> action) {
    ScanParams like = new ScanParams().match(keys + "*").count(SCANNED_AT_ONCE);
    try (Jedis jedis = RedisClients.open(redis, TIMEOUT)) {
      String cursor = ScanParams.SCAN_POINTER_START;
      do {
        ScanResult<String> page = jedis.scan(cursor, like);
        if (!page.getResult().isEmpty()) {
          action.accept(jedis, page.getResult());
        }
        cursor = page.getCursor();
      } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    } catch (JedisException e) {
      throw RedisClients.failed(redis, what + " the values of " + keys, e);
    }
  }

  /**
   * A connection that publishes one pipeline per request, and waits until Redis has accepted it. If
   * the connection is lost, its request fails, and the next one reopens it.
   */
  private final class Publisher implements Connection {

    private final int index;
    private final Deliveries deliveries;
    private final Notification notification = notification();

    // This timeout is a little shorter than the engine's, which could not name the reason.
    private final Duration timeout = settings.duration("timeout").multipliedBy(9).dividedBy(10);

    private Jedis jedis;
    private long next;
    private int nextChannel;

    Publisher(int index, Deliveries deliveries) {
      this.index = index;
      this.deliveries = deliveries;
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

    /** Returns the sum of the receivers of all messages. */
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
      // The reply to SET is a word, and the reply to PUBLISH is the number of receivers.
      long receivers = 0;
      for (Object answer : pipeline.syncAndReturnAll()) {
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

  /**
   * A subscriber of one channel, with a thread and a connection of its own. It reconnects when it
   * loses the connection, and misses messages that are published meanwhile.
   */
  private final class Subscriber extends BinaryJedisPubSub implements AutoCloseable {

    private final byte[] channel;
    private final int number;
    private final Notification notification = notification();
    private final CountDownLatch subscribed = new CountDownLatch(1);
    private final Thread thread;
    private volatile Jedis jedis;
    private volatile boolean closed;

    /** The time in nanoseconds for which the subscriber reads nothing after the next message. */
    private volatile long stopNanos;

    private Jedis getter;

    /**
     * @param number the number of this subscriber of the channel
     */
    Subscriber(byte[] channel, int number) {
      this.channel = channel;
      this.number = number;
      thread = new Thread(this::run, "subscriber of " + new String(channel, US_ASCII));
      thread.setDaemon(true);
      thread.start();
    }

    private void run() {
      while (!closed) {
        try (Jedis connected = RedisClients.open(redis, SUBSCRIBER_TIMEOUT)) {
          jedis = connected;
          if (!closed) {
            connected.subscribe(this, channel);
          }
        } catch (JedisException lost) {
          closeGetter();
          LockSupport.parkNanos(RECONNECT_NANOS);
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
      if (keys == null || isStored(notification.data())) {
        publisher.delivered(notification.request, number);
      }
    }

    private boolean isStored(byte[] key) {
      if (getter == null) {
        getter = RedisClients.open(redis, SUBSCRIBER_TIMEOUT);
      }
      byte[] value = getter.get(key);
      return value != null && value.length == messageBytes;
    }

    private void closeGetter() {
      RedisClients.close(getter);
      getter = null;
    }

    /** Closes the subscription, and returns when the thread has ended. */
    @Override
    public void close() {
      closed = true;
      LockSupport.unpark(thread);
      Jedis connected = jedis;
      if (connected != null) {
        connected.disconnect();
      }
      try {
        thread.join(SUBSCRIBER_TIMEOUT.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
