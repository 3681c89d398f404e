package io.perfline.sims.workload;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What may stand for a setting of a case. */
final class SettingKinds {

  static final Kind<Duration> TIME = Kinds.duration();

  private static final Kind<Long> COUNT =
      Kinds.plain(
          "a whole number of 1 or more",
          Pattern.compile("[1-9]\\d{0,17}"),
          count -> Long.valueOf(count.group()));

  private SettingKinds() {}

  /** A driver's setting as a key of the file. */
  static Key<?> key(io.perfline.sims.driver.SettingKey setting) {
    return Key.optional(setting.name(), kind(setting), setting.meaning());
  }

  private static Kind<?> kind(io.perfline.sims.driver.SettingKey setting) {
    return switch (setting.kind()) {
      case COUNT -> COUNT;
      case DURATION -> TIME;
      case CHOICE -> Kinds.oneOf("a word", Kinds.words(setting.choices(), Function.identity()));
    };
  }
}
