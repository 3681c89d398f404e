package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The section {@code load}. */
final class LoadFormat {

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
  private static final Key<Duration> TIMEOUT =
      optional("timeout", Kinds.duration(), "When a request is unanswered. Default 10 s.");
  private static final Key<Boolean> REDIRECTS =
      optional("redirects", Kinds.bool(), "Whether redirects are followed. Default false.");

  private final Reading reading;
  private final Key<DataRows> data;
  private final Key<List<ScenarioRequest>> requests;

  LoadFormat(Path home, Reading reading) {
    this.reading = reading;
    data = optional("data", new DataKind(home), "Rows for the templates, one a session.");
    requests =
        required(
            "requests",
            Kinds.listOf(new RequestFormat(home, reading).kind()),
            "What a session asks for, in order.");
  }

  Kind<Map<String, Scenario>> kind() {
    return Kinds.named(
        "scenario", "a-z, 0-9, '_' and '-'", "^[a-z][a-z0-9_-]*$", name -> scenario(name));
  }

  private Kind<Scenario> scenario(String name) {
    return Shape.always(
        "a scenario",
        values -> scenario(name, values),
        List.of(RATE, POISSON, CONNECTIONS, USERS, THINK_TIME, TIMEOUT, REDIRECTS, data, requests));
  }

  private Scenario scenario(String name, Values values) {
    Duration timeout = values.get(TIMEOUT, Duration.ofSeconds(10));
    if (timeout.isZero()) {
      values.fault(TIMEOUT, "in no time nothing is answered");
    }
    DataRows rows = values.get(data);
    List<ScenarioRequest> all = values.get(requests, List.of());
    checkNames(all, rows, values.isGiven(data) && rows == null);
    return new Scenario(
        name,
        pacing(values),
        timeout,
        rows,
        values.get(REDIRECTS, false),
        RequestNames.distinct(all));
  }

  private static Pacing pacing(Values values) {
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

  /** Every name in a template is a column, was saved before, or is a variable of the process. */
  private void checkNames(List<ScenarioRequest> all, DataRows rows, boolean dataIsFaulty) {
    Set<String> known = new HashSet<>(Set.of(TextTemplate.UUID, TextTemplate.NOW));
    if (rows != null) {
      known.addAll(rows.columns());
    }
    for (ScenarioRequest request : all) {
      check(request.path(), known, dataIsFaulty);
      request.headers().values().forEach(value -> check(value, known, dataIsFaulty));
      if (request.body() != null) {
        check(request.body(), known, dataIsFaulty);
      }
      known.addAll(request.save().keySet());
    }
  }

  private void check(TextTemplate template, Set<String> known, boolean dataIsFaulty) {
    for (String name : template == null ? List.<String>of() : template.names()) {
      if (!known.contains(name) && !TextTemplate.isVariable(name) && !dataIsFaulty) {
        reading.fault(
            template.place(),
            "${%s} is no column of the data, nothing that a request before saves, and neither uuid"
                    .formatted(name)
                + " nor now; a variable of the process is written in capitals");
      }
    }
  }
}
