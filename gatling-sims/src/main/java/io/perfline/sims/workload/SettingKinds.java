package io.perfline.sims.workload;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What may stand for a setting of a case. */
final class SettingKinds {

  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1000L, "min", 60_000L, "h", 3_600_000L);

  static final Kind<Duration> TIME =
      Kinds.plain(
          "a time with its unit (ms, s, min or h) such as '8 s'",
          Pattern.compile("(\\d{1,9})\\s*(ms|s|min|h)"),
          time -> Duration.ofMillis(Long.parseLong(time.group(1)) * MILLIS.get(time.group(2))));

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
