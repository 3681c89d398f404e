package io.perfline.sims.driver.redis;

import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.time.Duration;
import java.util.List;

/**
 * Drives Redis publish/subscribe with Jedis. A request is a pipeline of messages for one channel,
 * and succeeds when the channel's last subscriber has received the last message.
 *
 * <p>Jedis was used for the published measurement, and Redis itself maintains it. It has one socket
 * and one thread per connection and no event loop, so it does not require another version of Netty.
 */
public final class RedisDriver implements Driver {

  static final String CHANNELS = "channels";
  static final String SUBSCRIBERS = "subscribers";
  static final String SERIALIZATION = "serialization";
  static final String PATTERN = "pattern";

  static final String KRYO = "kryo";
  static final String NOTIFY_GET = "notify_get";
  static final String SERVER_KILLED = "server_killed";
  static final String SUBSCRIBER_STOPPED = "subscriber_stopped";

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public List<SettingKey> keys() {
    return List.of(
        SettingKey.count(CaseSettings.MESSAGE_BYTES, 100L, "Sets the bytes of a message."),
        SettingKey.count(
            CaseSettings.BATCH_SIZE,
            1L,
            "Sets the number of messages that one request sends as a pipeline."),
        SettingKey.count(CHANNELS, 1L, "Sets the number of channels, which take messages in turn."),
        SettingKey.count(
            SUBSCRIBERS,
            1L,
            "Sets the number of subscribers per channel, each with a connection of its own."),
        SettingKey.choice(
            SERIALIZATION,
            "Sets how a message is serialized: by Kryo with registered classes, or as raw bytes.",
            KRYO,
            "raw"),
        SettingKey.choice(
            PATTERN,
            "Sets what is sent: the message itself, or a stored value that subscribers get after a"
                + " notification.",
            "publish",
            NOTIFY_GET),
        SettingKey.choice(
            CaseSettings.FAULT,
            "Injects a fault under load. A server that is killed runs only for the case.",
            "none",
            SERVER_KILLED,
            SUBSCRIBER_STOPPED),
        SettingKey.duration(
            CaseSettings.FAULT_AFTER,
            Duration.ofSeconds(8),
            "Sets the time from the first request, including the warm-up, to the fault."));
  }

  @Override
  public void check(Environment environment, Target target) {
    environment.redis();
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException {
    return RedisSession.open(environment.redis(), scope, settings);
  }
}
