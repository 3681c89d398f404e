package io.perfline.proof.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Redis;
import io.perfline.deploy.server.RedisServer;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.redis.RedisClients;
import io.perfline.sims.driver.redis.RedisDriver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.BinaryJedisPubSub;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisException;

/** Compares our Redis driver with a bare loop, with one publisher and one subscriber. */
final class RedisBench implements Benchmark {

  private static final double AIM = 0.98;
  private static final String NAME = "redis";

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    context.say("starting Redis");
    try (RedisServer server = RedisServer.start(context.home(), context.folder().resolve(NAME))) {
      Environment environment =
          context.environment(
              Map.of("PASSWORD", server.environment().password()),
              "redis: {address: '%s', password: '${PASSWORD}'}".formatted(server.address()));
      RedisDriver driver = new RedisDriver();
      DriverSettings settings =
          DriverSettings.of(
              driver, Map.of("batch_size", 64L, "in_flight", 4L, "serialization", "raw"));
      try (Session session = driver.open(environment, Target.DIRECT, "bench", settings.all());
          BareRedis bare = new BareRedis(server.environment(), settings.all())) {
        List<Contender> peers = new ArrayList<>(List.of(bare));
        Optional<List<String>> program = server.benchmark();
        if (program.isPresent()) {
          peers.add(RedisBenchmark.of(program.get(), server.environment(), context));
        }
        var samples = context.compare(NAME, settings, session, server.pid(), false, peers);
        results.add(BenchRow.of(NAME, samples.get(0), samples.get(1), "bare loop", AIM));
        if (peers.size() > 1) {
          results.add(
              BenchRow.of(
                  "redis/no subscriber", samples.get(0), samples.get(2), "redis-benchmark", null));
        }
      }
    }
  }

  /** Publishes as our driver does, to one subscriber that counts, in the shortest possible loop. */
  private static final class BareRedis extends BinaryJedisPubSub implements Contender {

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
        throw Fault.noVerdict(
            "Redis at %s does not accept a subscription".formatted(redis.address()));
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

  /**
   * Runs Redis' own benchmark: one connection publishes messages of the same size, with as many in
   * a pipeline, to a channel without a subscriber. It takes a number of requests instead of a
   * duration.
   */
  private record RedisBenchmark(List<String> program, Redis redis, BenchContext context)
      implements Contender {

    /** A user who may publish without a password, because the list of processes would show one. */
    private static final String USER = "benchmark";

    private static final Pattern RESULT = Pattern.compile("([0-9.]+) requests per second");
    private static final int PER_SECOND = 200_000;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    static RedisBenchmark of(List<String> program, Redis redis, BenchContext context) {
      try (Jedis jedis = RedisClients.open(redis, CONNECT_TIMEOUT)) {
        jedis.aclSetUser(USER, "on", "nopass", "allchannels", "+publish", "+ping", "+config|get");
      }
      return new RedisBenchmark(program, redis, context);
    }

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      long requests = Math.max(1_000, PER_SECOND * length.toMillis() / 1_000);
      List<String> command = new ArrayList<>(program);
      String words =
          "-h %s -p %d --user %s -a none -c 1 -P 64 -n %d -q PUBLISH nobody %s"
              .formatted(
                  redis.address().host(), redis.address().port(), USER, requests, "x".repeat(112));
      command.addAll(List.of(words.split(" ")));
      String output = context.output(command, Map.of(), TIMEOUT);
      Matcher result = RESULT.matcher(output);
      double perSecond = Double.NaN;
      while (result.find()) {
        perSecond = Double.parseDouble(result.group(1));
      }
      if (!(perSecond > 0)) {
        throw Fault.noVerdict(
            "redis-benchmark at %s: %s".formatted(redis.address(), output.strip()));
      }
      return Sample.counted(requests, requests / perSecond);
    }
  }
}
