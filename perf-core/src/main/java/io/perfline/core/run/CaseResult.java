package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One measured thing: a simulation with one setting of its parameters against one target.
 *
 * @param name simulation, sweep and value, as in {@code kafka/batch_size/256}
 * @param target what it was aimed at: {@code direct} is the store or a bare peer alone
 * @param parameters the setting, by name
 * @param start first instant that counts, behind the warm-up
 * @param end last instant that counts
 * @param warmUpMs how long the load ran before {@code start}, left out of everything here
 * @param requests requests that came back without error (a batch is one)
 * @param messages messages in them
 * @param bytes payload in them
 * @param errors requests that failed or never came back, by kind
 * @param throughputPerS messages ÷ {@link #loadedSeconds}
 * @param responseTime from the intended send time to the answer, of the requests counted above;
 *     null where the tool that made the load doesn't know it
 * @param serviceTime from the actual send time to the answer; null as above, never both
 * @param generator how the load generator itself fared
 * @param problems why the case is not valid; empty means valid
 * @param keptBytes what the store holds on its disk for the messages counted here; null when it was
 *     not measured
 * @param pairs slices of candidate and baseline side by side; empty unless the case was measured
 *     paired
 * @param levels what each number of users met with; empty unless the case looked for a capacity
 * @param stored what became of the acknowledged messages; null when no store was asked
 * @param steady false when response times were still falling while the case was measured, or, in
 *     fewer than 8 seconds, at the end of the longest warm-up; null when that wasn't tested
 * @param server what it cost the server's process; null where nobody looked
 * @param unchanged why there was no load to compare with the baseline, such as that both are the
 *     same build; null when there was. Such a case has no pairs, and counts of 0
 * @param consumer how far the consumers of the messages were behind; null where nobody looked
 * @param origin the other tool that measured it; null when perfline did
 * @param figures what else was measured of it, by the word of the metric, such as deliveries that
 *     are missing
 * @param drain what became of the load when the service was ended under it; null when it was not
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record CaseResult(
    String name,
    String target,
    Map<String, String> parameters,
    Instant start,
    Instant end,
    long warmUpMs,
    long requests,
    long messages,
    long bytes,
    Map<String, Long> errors,
    double throughputPerS,
    TimeDistribution responseTime,
    TimeDistribution serviceTime,
    Generator generator,
    List<String> problems,
    Long keptBytes,
    List<SlicePair> pairs,
    List<Level> levels,
    StoredMessages stored,
    Boolean steady,
    ServerCost server,
    String unchanged,
    ConsumerLag consumer,
    Origin origin,
    Map<String, Double> figures,
    Drain drain) {

  /** The figure that counts what subscribers were not delivered. */
  public static final String UNDELIVERED = "undelivered";

  /** The figure that says how long nothing was acknowledged behind a fault, in milliseconds. */
  public static final String RECOVERY = "recovery";

  public CaseResult {
    parameters = Map.copyOf(parameters);
    errors = Map.copyOf(errors);
    problems = List.copyOf(problems);
    pairs = List.copyOf(pairs);
    levels = List.copyOf(levels);
    figures = figures == null ? Map.of() : Map.copyOf(figures);
  }

  /** What puts such a case together. */
  public static CaseResultBuilder builder(String name, String target) {
    return new CaseResultBuilder(name, target);
  }

  /** What makes another case of this one, changed in part. */
  public CaseResultBuilder toBuilder() {
    return new CaseResultBuilder(this);
  }

  /** The response time; of a tool that doesn't know it the service time, as {@link #timed} says. */
  public TimeDistribution times() {
    return responseTime == null ? serviceTime : responseTime;
  }

  /** What {@link #times} are. */
  public String timed() {
    return responseTime == null ? "service time" : "response time";
  }

  /** Whether what was measured may be believed. */
  public boolean valid() {
    return problems.isEmpty();
  }

  /** The simulation: the name's first part. */
  public String simulation() {
    return simulation(name);
  }

  /** The simulation of the case that has this name. */
  public static String simulation(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }

  /** For how long there was load that is counted here. */
  public double loadedSeconds() {
    return loadedSeconds(start, end, pairs);
  }

  /** The period; of pairs the candidate's slices of a known length, as their load is by turns. */
  static double loadedSeconds(Instant start, Instant end, List<SlicePair> pairs) {
    return pairs.isEmpty()
        ? Duration.between(start, end).toNanos() / 1e9
        : pairs.stream()
            .map(SlicePair::candidate)
            .filter(Objects::nonNull)
            .mapToDouble(Slice::seconds)
            .filter(Double::isFinite)
            .sum();
  }

  /** All requests that failed or never came back. */
  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Share of failed requests among all, 0 to 1; NaN when there was no request at all. */
  public double errorRate() {
    return errorCount() / (double) (requests + errorCount());
  }
}
