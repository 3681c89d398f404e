package io.perfline.sims.workload;

import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What may stand for a setting of a case. */
final class SettingKinds {

  static final Schema<Duration> TIME = Schemas.duration();

  private static final Schema<Long> COUNT =
      Schemas.plain(
          "a whole number of 1 or more",
          Pattern.compile("[1-9]\\d{0,17}"),
          count -> Long.valueOf(count.group()));

  private SettingKinds() {}

  /** A driver's setting as a key of the file. */
  static Property<?> key(io.perfline.sims.driver.SettingKey setting) {
    return Property.optional(setting.name(), kind(setting), setting.meaning());
  }

  private static Schema<?> kind(io.perfline.sims.driver.SettingKey setting) {
    return switch (setting.kind()) {
      case COUNT -> COUNT;
      case DURATION -> TIME;
      case CHOICE -> Schemas.oneOf("a word", Schemas.words(setting.choices(), Function.identity()));
    };
  }
}
