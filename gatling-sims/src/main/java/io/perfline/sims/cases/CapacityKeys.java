package io.perfline.sims.cases;

import io.perfline.core.project.Scenario;
import io.perfline.core.run.PageGoal;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.gatling.load.CapacityPlan;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The settings of a search for the capacity. */
final class CapacityKeys {

  /** The users of the first level. */
  static final String USERS = "users";

  private static final String LEVELS = "levels";
  private static final String RISE = "rise";
  private static final String DOUBLE = "double";
  private static final String STEP = "step";
  private static final String HOLD = "hold";
  private static final String PAGES = "pages";
  private static final String IN_TIME = "in_time_percent";
  private static final String WITHIN = "within";
  private static final String ERRORS = "errors_percent";
  private static final String CONFIDENCE = "confidence_percent";
  private static final double PERCENT = 100;
  private static final double MILLIS = 1000;
  private static final int MAX_USERS = 100_000;

  static final List<SettingKey> KEYS =
      List.of(
          SettingKey.count(LEVELS, 1L, "Limits the ascending levels of browse."),
          SettingKey.choice(
              RISE,
              "Sets how browse ascends: each level adds the users of the first one, or doubles"
                  + " those of the one before.",
              "add",
              DOUBLE),
          SettingKey.count(
              STEP,
              10L,
              "Sets the precision of browse: the largest difference between the highest good and"
                  + " the lowest bad level, in users."),
          SettingKey.duration(
              HOLD, Duration.ofSeconds(30), "Limits the duration of a level of browse."),
          SettingKey.count(
              PAGES,
              300L,
              "Sets the number of pages that a level of browse measures once it is stable."),
          SettingKey.count(
              IN_TIME, 95L, "Sets the minimum percentage of pages that arrive in time in browse."),
          SettingKey.duration(
              WITHIN,
              Duration.ofSeconds(6),
              "Sets the time within which a page must arrive in browse."),
          SettingKey.count(ERRORS, 5L, "Sets the maximum percentage of pages that fail in browse."),
          SettingKey.count(
              CONFIDENCE,
              95L,
              "Sets the confidence, in percent, with which browse must meet each share."));

  /** The settings of a scenario, whose levels are shorter. */
  static final List<SettingKey> OF_SCENARIO =
      Stream.concat(
              Stream.of(
                  SettingKey.count(USERS, 10L, "Sets the number of users of the first level."),
                  SettingKey.count(LEVELS, 8L, "Limits the ascending levels."),
                  SettingKey.choice(
                      RISE,
                      "Sets how the search ascends: each level doubles the users of the one before,"
                          + " or adds those of the first one.",
                      DOUBLE,
                      "add"),
                  SettingKey.duration(
                      HOLD, Duration.ofSeconds(10), "Sets the duration of a level.")),
              KEYS.stream().filter(key -> !Set.of(LEVELS, RISE, HOLD).contains(key.name())))
          .toList();

  private CapacityKeys() {}

  /** Returns the settings without those of the search. */
  static CaseSettings removedFrom(CaseSettings settings) {
    CaseSettings less = settings;
    for (SettingKey key : KEYS) {
      less = less.without(key.name());
    }
    return less;
  }

  /** Returns the numbers of users of the ascending levels. */
  static List<Integer> ladder(CaseSettings settings) {
    long first = settings.count(USERS);
    boolean doubled = settings.choice(RISE).equals(DOUBLE);
    return IntStream.range(0, settings.number(LEVELS))
        .mapToLong(level -> doubled ? first << level : first * (level + 1))
        .takeWhile(users -> users > 0 && users <= MAX_USERS)
        .mapToObj(Math::toIntExact)
        .toList();
  }

  /**
   * Checks before the load that the first level can have enough sessions, and that they can confirm
   * the goal.
   *
   * @param settings the settings of a search with {@code scenario}
   * @throws IllegalArgumentException if the search cannot have a result
   */
  static void requireResult(CaseSettings settings, Scenario scenario) {
    CapacityPlan plan = plan(settings);
    long users = settings.count(USERS);
    if (users > MAX_USERS) {
      throw new IllegalArgumentException("users: at most %d, not %d".formatted(MAX_USERS, users));
    }
    long min = minSessions(plan.goal());
    if (plan.pages() < min) {
      throw new IllegalArgumentException(
          "%d sessions can't confirm its goal at %s %% confidence: it needs at least 'pages: %d'"
              .formatted(plan.pages(), settings.count(CONFIDENCE), min));
    }
    double thinking = scenario.model().thinkTime().toMillis() * scenario.meanRequests();
    Duration counted = plan.hold().minus(plan.rise());
    if (thinking > 0 && users * counted.toMillis() / thinking < plan.pages()) {
      double needed = plan.pages() * thinking;
      long hold =
          (long) Math.ceil(needed / users * plan.hold().toMillis() / counted.toMillis() / MILLIS);
      throw new IllegalArgumentException(
          ("%d users, who think %s s in each session, can't end %d sessions in the %s s that count"
                  + " of 'hold: %s s': 'hold: %d s' at least, or 'users: %d'")
              .formatted(
                  users,
                  seconds(thinking),
                  plan.pages(),
                  seconds(counted.toMillis()),
                  seconds(plan.hold().toMillis()),
                  hold,
                  (long) Math.ceil(needed / counted.toMillis())));
    }
  }

  /** Returns the fewest sessions that can confirm both shares if none is late or fails. */
  private static long minSessions(PageGoal goal) {
    double loosest = Math.max(goal.pages(), 1 - goal.errors());
    return (long) Math.ceil(Math.log(1 - goal.confidence()) / Math.log(loosest));
  }

  private static String seconds(double millis) {
    return BigDecimal.valueOf(millis / MILLIS).stripTrailingZeros().toPlainString();
  }

  static CapacityPlan plan(CaseSettings settings) {
    return new CapacityPlan(
        settings.number(STEP),
        settings.duration(HOLD),
        settings.number(PAGES),
        new PageGoal(
            settings.count(IN_TIME) / PERCENT,
            settings.duration(WITHIN).toMillis(),
            settings.count(ERRORS) / PERCENT,
            settings.count(CONFIDENCE) / PERCENT));
  }
}
