package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.time.Duration;

/**
 * The keys of a load that define when sessions start: on schedule at a rate (open model), after the
 * previous response (closed model), or like visitors, who think before each request.
 *
 * @param rate sessions per second over all connections; null unless the model is open
 * @param poisson whether sessions of an open model start at random rather than equal intervals
 * @param connections the number of connections, each with one request at a time; with visitors, it
 *     is their number; 0 in an open model that opens as many as it needs
 * @param users the number of visitors; 0 for a load without visitors
 * @param thinkTime a visitor's mean time before a request; zero for none
 * @param timeout the time after which a request counts as unanswered
 */
public record LoadModel(
    @Key(
            value =
                "Sets the sessions per second of an open model: sessions start on schedule, however"
                    + " slow the service is.",
            kind = "rate")
        Rate rate,
    @Key(
            value =
                "Sets the arrivals of an open model: equally spaced (constant) or as a Poisson"
                    + " process (poisson).",
            name = "arrivals",
            kind = "arrivals",
            defaultValue = "constant")
        boolean poisson,
    @Key(
            value =
                "Sets the connections of a closed model, each of which starts a session when the"
                    + " one before it has ended. With 'rate', it fixes the number of connections;"
                    + " otherwise they are opened as needed.",
            what = "a number of connections",
            min = 1,
            max = LoadModel.MAX_CONNECTIONS)
        int connections,
    @Key(
            value = "Sets the number of visitors, who pause for think_time before each request.",
            what = "a number of users",
            min = 1,
            max = LoadModel.MAX_CONNECTIONS)
        int users,
    @Key("Sets the mean pause before each request of a session.") Duration thinkTime,
    @Key(
            value = "Sets the time after which a request without a response fails.",
            defaultValue = "10 s")
        Duration timeout)
    implements RecordSchema.Checked {

  /** The key of the mean time before a request, in every format and in {@code run.json}. */
  public static final String THINK_TIME = "think_time";

  static final int MAX_CONNECTIONS = 10_000;

  /**
   * The number of sessions per second for each connection that an open model opens at its start.
   */
  private static final int RATE_OF_CONNECTION = 10;

  private static final int MIN_CONNECTIONS = 4;
  private static final int MAX_INITIAL_CONNECTIONS = 256;

  public LoadModel {
    connections = users > 0 ? users : connections;
    thinkTime = thinkTime == null ? Duration.ZERO : thinkTime;
  }

  @Override
  public int connections() {
    int initial = (int) Math.min(MAX_INITIAL_CONNECTIONS, ratePerSecond() / RATE_OF_CONNECTION);
    return connections > 0 ? connections : Math.max(MIN_CONNECTIONS, initial);
  }

  /** Returns whether an open model opens further connections as it needs them. */
  public boolean isGrowing() {
    return connections == 0 && isOpen();
  }

  /** Returns whether sessions start on schedule, however slow the service is. */
  public boolean isOpen() {
    return rate != null;
  }

  /** Returns whether the rate changes while the load is measured. */
  public boolean isRamp() {
    return rate != null && rate.isRamp();
  }

  /** Returns the maximum number of sessions per second; 0 unless the model is open. */
  public double ratePerSecond() {
    return rate == null ? 0 : rate.max();
  }

  LoadModel closed(int number) {
    return new LoadModel(null, false, number, number, thinkTime, timeout);
  }

  @Override
  public void check(ParsedObject parsed) {
    boolean visitors = parsed.isGiven("users");
    boolean byRate = parsed.isGiven("rate");
    if (visitors && (byRate || parsed.isGiven("connections"))) {
      parsed.fault(
          "users", "visitors have connections of their own, and no rate: use only 'users'");
    }
    if (!visitors && !byRate && !parsed.isGiven("connections")) {
      parsed.fault("rate", "use 'rate', 'connections' or 'users'");
    }
    boolean thinks = parsed.isGiven(THINK_TIME);
    if (visitors && !thinks) {
      parsed.fault(THINK_TIME, "'users' requires '%s'".formatted(THINK_TIME));
    }
    if (thinks && !visitors && !byRate) {
      parsed.fault(THINK_TIME, "it requires 'users' or 'rate'");
    }
    parsed.needs("arrivals", "rate");
    if (timeout.isZero()) {
      parsed.fault("timeout", "it must be longer than 0");
    }
  }
}
