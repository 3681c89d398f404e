package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Redis;
import io.perfline.sims.driver.redis.RedisClients;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

/**
 * Redis' own benchmark: one connection that publishes messages of the same size, as many in a
 * pipeline, to a channel without a subscriber. It takes a number of requests, not a time.
 *
 * @param folder for its output
 */
record RedisBenchmark(List<String> program, Redis redis, Path folder) implements Contender {

  static final String NAME = "redis-benchmark";

  /**
   * Its user, who may publish and needs no password: whoever looks at the processes would see that.
   */
  private static final String USER = "benchmark";

  private static final Pattern RESULT = Pattern.compile("([0-9.]+) requests per second");
  private static final int PER_SECOND = 200_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration MOST = Duration.ofSeconds(60);

  /** With a user of its own in this Redis. */
  static RedisBenchmark of(List<String> program, Redis redis, Path folder) {
    try (Jedis jedis = RedisClients.open(redis, TIMEOUT)) {
      jedis.aclSetUser(USER, "on", "nopass", "allchannels", "+publish", "+ping", "+config|get");
    }
    return new RedisBenchmark(program, redis, folder);
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
    String said = ExternalTool.run(command, folder.resolve("redis-benchmark.log"), MOST);
    Matcher result = RESULT.matcher(said);
    double perSecond = Double.NaN;
    while (result.find()) {
      perSecond = Double.parseDouble(result.group(1));
    }
    if (!(perSecond > 0)) {
      throw Fault.noVerdict("redis-benchmark at %s: %s".formatted(redis.address(), said.strip()));
    }
    return Sample.counted(requests, requests / perSecond);
  }
}
