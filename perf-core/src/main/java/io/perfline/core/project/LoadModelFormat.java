package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;

import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schemas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** How much of a load at once. */
final class LoadModelFormat {

  private static final int MOST_CONNECTIONS = 10_000;

  /** Of an open model, so many sessions a second come to a connection when nobody says. */
  private static final int RATE_OF_CONNECTION = 10;

  private static final int LEAST_CONNECTIONS = 4;
  private static final int USUAL_CONNECTIONS = 256;
  private static final Property<Integer> RATE =
      optional(
          "rate",
          Schemas.plain(
              "a rate such as 200/s",
              Pattern.compile("([1-9]\\d{0,6})\\s*/\\s*s"),
              rate -> Integer.valueOf(rate.group(1))),
          "Sessions per second in an open model: the clock starts them, however slow the"
              + " service is.");
  private static final Property<Boolean> POISSON =
      optional(
          "arrivals",
          Schemas.oneOf("arrivals", Map.of("constant", false, "poisson", true)),
          "How an open model's sessions are spaced. Default constant.");
  private static final Property<Integer> CONNECTIONS =
      optional(
          "connections",
          Schemas.integer("a number of connections", 1, MOST_CONNECTIONS),
          "Each begins a session when the one before has ended: a closed model.");
  private static final Property<Integer> USERS =
      optional(
          "users",
          Schemas.integer("a number of users", 1, MOST_CONNECTIONS),
          "Visitors, who think before each request.");
  private static final Property<Duration> THINK_TIME =
      optional(LoadModel.THINK_TIME, Schemas.duration(), "How long a visitor thinks in the mean.");

  /** When a request counts as unanswered. */
  static final Property<Duration> TIMEOUT =
      optional("timeout", Schemas.duration(), "When a request is unanswered. Default 10 s.");

  /** The keys of a load without visitors. */
  static final List<Property<?>> KEYS = List.of(RATE, POISSON, CONNECTIONS);

  /** The keys of visitors. */
  static final List<Property<?>> VISITORS = List.of(USERS, THINK_TIME);

  private LoadModelFormat() {}

  /** What the keys say; those of visitors may be there or not. */
  static LoadModel pacing(ParsedObject parsed) {
    long ways = List.of(RATE, USERS).stream().filter(parsed::isGiven).count();
    if (ways == 2 || (parsed.isGiven(USERS) && parsed.isGiven(CONNECTIONS))) {
      parsed.fault(USERS, "a visitor has a connection, and no rate: say 'users' alone");
    }
    if (ways == 0 && !parsed.isGiven(CONNECTIONS)) {
      parsed.fault(RATE, "say 'rate', 'connections' or 'users'");
    }
    if (parsed.isGiven(USERS) != parsed.isGiven(THINK_TIME)) {
      parsed.fault(THINK_TIME, "'users' and '%s' belong together".formatted(LoadModel.THINK_TIME));
    }
    if (parsed.isGiven(POISSON) && !parsed.isGiven(RATE)) {
      parsed.fault(POISSON, "it means nothing without 'rate'");
    }
    int rate = parsed.get(RATE, 0);
    int usual = Math.max(LEAST_CONNECTIONS, Math.min(USUAL_CONNECTIONS, rate / RATE_OF_CONNECTION));
    return new LoadModel(
        parsed.get(USERS, parsed.get(CONNECTIONS, usual)),
        rate,
        parsed.get(POISSON, false),
        parsed.get(THINK_TIME, Duration.ZERO));
  }

  static Duration timeout(ParsedObject parsed) {
    Duration timeout = parsed.get(TIMEOUT, Duration.ofSeconds(10));
    if (timeout.isZero()) {
      parsed.fault(TIMEOUT, "in no time nothing is answered");
    }
    return timeout;
  }
}
