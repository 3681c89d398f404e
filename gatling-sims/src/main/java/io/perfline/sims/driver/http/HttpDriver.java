package io.perfline.sims.driver.http;

import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Drives the recorder over HTTP/1.1. A request stores one or more messages, gets the version, or
 * gets everything that the recorder shows.
 */
public final class HttpDriver implements Driver {

  static final String BATCH_EVERY = "batch_every";
  static final String BATCH_AS = "batch_as";
  static final String REQUEST = "request";

  private static final String RECORD = "record";
  private static final String VERSION = "version";
  private static final String VISIT = "visit";

  @Override
  public String name() {
    return "http";
  }

  @Override
  public List<SettingKey> keys() {
    return List.of(
        SettingKey.count(
            CaseSettings.MESSAGE_BYTES,
            100L,
            "Sets the bytes of a message before base64 encoding."),
        SettingKey.count(
            CaseSettings.BATCH_SIZE,
            1L,
            "Sets the number of messages per batch, which are stored together."),
        SettingKey.count(
            BATCH_EVERY, 1L, "Sends a batch in every nth request; the others contain one message."),
        SettingKey.choice(
            BATCH_AS,
            "Sets the format of a batch: a JSON array, one message per line, or both in turn.",
            "array",
            "lines",
            "both"),
        SettingKey.choice(
            REQUEST,
            "Sets what a request does: store messages, get /version, or visit the pages.",
            RECORD,
            VERSION,
            VISIT));
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.RECORDER);
  }

  @Override
  public void check(Environment environment, Target target) {
    environment.recorder();
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings) {
    return session(environment.recorder().url(), scope, settings);
  }

  /** Opens a session with the recorder at an address. */
  public static HttpSession session(URI recorder, String scope, CaseSettings settings) {
    Duration timeout = settings.duration("timeout");
    int bytes = settings.number(CaseSettings.MESSAGE_BYTES);
    return switch (settings.choice(REQUEST)) {
      case VERSION -> HttpSession.gets(URI.create(recorder + "/version"), timeout);
      case VISIT -> HttpSession.visit(recorder, bytes, timeout);
      default ->
          HttpSession.recordings(recorder, bytes, batches(settings), scope.hashCode(), timeout);
    };
  }

  private static Batches batches(CaseSettings settings) {
    return new Batches(
        settings.number(CaseSettings.BATCH_SIZE),
        settings.number(BATCH_EVERY),
        Batches.Form.valueOf(settings.choice(BATCH_AS).toUpperCase(Locale.ROOT)));
  }
}
