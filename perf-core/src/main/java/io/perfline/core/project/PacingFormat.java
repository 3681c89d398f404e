package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Values;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** How much of a load at once. */
final class PacingFormat {

  private static final int MOST_CONNECTIONS = 10_000;

  /** Of an open model, so many sessions a second come to a connection when nobody says. */
  private static final int RATE_OF_CONNECTION = 10;

  private static final int LEAST_CONNECTIONS = 4;
  private static final int USUAL_CONNECTIONS = 256;
  private static final Key<Integer> RATE =
      optional(
          "rate",
          Kinds.plain(
              "a rate such as 200/s",
              Pattern.compile("([1-9]\\d{0,6})\\s*/\\s*s"),
              rate -> Integer.valueOf(rate.group(1))),
          "Sessions a second, by the clock, whatever the service does: an open model.");
  private static final Key<Boolean> POISSON =
      optional(
          "arrivals",
          Kinds.oneOf("arrivals", Map.of("constant", false, "poisson", true)),
          "How an open model's sessions are spaced. Default constant.");
  private static final Key<Integer> CONNECTIONS =
      optional(
          "connections",
          Kinds.integer("a number of connections", 1, MOST_CONNECTIONS),
          "Each begins a session when the one before has ended: a closed model.");
  private static final Key<Integer> USERS =
      optional(
          "users",
          Kinds.integer("a number of users", 1, MOST_CONNECTIONS),
          "Visitors, who think before each request.");
  private static final Key<Duration> THINK_TIME =
      optional("think_time", Kinds.duration(), "How long a visitor thinks in the mean.");

  /** When a request counts as unanswered. */
  static final Key<Duration> TIMEOUT =
      optional("timeout", Kinds.duration(), "When a request is unanswered. Default 10 s.");

  /** The keys of a load without visitors. */
  static final List<Key<?>> KEYS = List.of(RATE, POISSON, CONNECTIONS);

  /** The keys of visitors. */
  static final List<Key<?>> VISITORS = List.of(USERS, THINK_TIME);

  private PacingFormat() {}

  /** What the keys say; those of visitors may be there or not. */
  static Pacing pacing(Values values) {
    long ways = List.of(RATE, USERS).stream().filter(values::isGiven).count();
    if (ways == 2 || (values.isGiven(USERS) && values.isGiven(CONNECTIONS))) {
      values.fault(USERS, "a visitor has a connection, and no rate: say 'users' alone");
    }
    if (ways == 0 && !values.isGiven(CONNECTIONS)) {
      values.fault(RATE, "say 'rate', 'connections' or 'users'");
    }
    if (values.isGiven(USERS) != values.isGiven(THINK_TIME)) {
      values.fault(THINK_TIME, "'users' and 'think_time' belong together");
    }
    if (values.isGiven(POISSON) && !values.isGiven(RATE)) {
      values.fault(POISSON, "it means nothing without 'rate'");
    }
    int rate = values.get(RATE, 0);
    int usual = Math.max(LEAST_CONNECTIONS, Math.min(USUAL_CONNECTIONS, rate / RATE_OF_CONNECTION));
    return new Pacing(
        values.get(USERS, values.get(CONNECTIONS, usual)),
        rate,
        values.get(POISSON, false),
        values.get(THINK_TIME, Duration.ZERO));
  }

  static Duration timeout(Values values) {
    Duration timeout = values.get(TIMEOUT, Duration.ofSeconds(10));
    if (timeout.isZero()) {
      values.fault(TIMEOUT, "in no time nothing is answered");
    }
    return timeout;
  }
}
