package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.command.OutsideText;
import io.perfline.core.yaml.RecordCopy;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * The result of one case: a simulation with one value of its parameters, against one target. Parts
 * that only some kinds of cases have are null or empty otherwise.
 *
 * @param name simulation, sweep and value, as in {@code kafka/batch_size/256}
 * @param target the target of the load; {@code direct} is the store or a bare peer alone
 * @param parameters the settings, by name
 * @param start the first instant that counts, after the warm-up
 * @param end the last instant that counts
 * @param warmUpMs the duration of the load before {@code start}, which is not part of any result
 * @param requests the number of requests without error (a batch is one)
 * @param messages the number of messages in them
 * @param bytes their payload in bytes
 * @param errors the number of requests that failed or were never answered, by error kind
 * @param throughputPerS messages ÷ {@link #loadedSeconds}
 * @param responseTime the times from the intended send time to the response, for requests without
 *     error; null if the tool that generated the load does not report them
 * @param serviceTime the times from the actual send time to the response; null likewise; both are
 *     null only for a benchmark
 * @param generator the load generator's own health
 * @param problems the reasons why the case is not valid; empty if it is valid
 * @param keptBytes the bytes on the store's disk for the messages of the case; null if they were
 *     not measured
 * @param pairs the pairs of slices of a comparison with the baseline, measured alternately
 * @param levels the results of a capacity search, one for each number of users
 * @param steady false if response times were still falling, either during the measured period or,
 *     if that was shorter than 4 seconds, at the end of the longest warm-up; null if that wasn't
 *     tested
 * @param unchanged the reason why the comparison with the baseline needed no load, such as that
 *     both builds are the same; null if there was load
 * @param figures further measured values by the name of their metric, such as missing deliveries
 * @param serverEnd how a server ended under the load; null if none did
 * @param earlierDeployments how much the deployments of earlier builds differed; null if the case
 *     was not compared
 * @param memory the memory of both builds; null if the case was not compared
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
    Drain drain,
    @JsonInclude(JsonInclude.Include.NON_NULL) ServerEnd serverEnd,
    EarlierDeployments earlierDeployments,
    @JsonInclude(JsonInclude.Include.NON_NULL) ServerMemory memory) {

  /** The name of the figure for messages that subscribers did not receive. */
  public static final String UNDELIVERED = "undelivered";

  /** The parameter of cases whose load accepted any TLS certificate. */
  public static final String INSECURE = "insecure";

  /** The name of the figure for the milliseconds without any acknowledgement after a fault. */
  public static final String RECOVERY = "recovery";

  private static final TimeDistribution NO_TIMES = TimeDistribution.of(new Histogram(3));

  public CaseResult {
    parameters = Map.copyOf(parameters);
    errors = Map.copyOf(errors);
    problems = problems.stream().map(OutsideText::lines).toList();
    pairs = List.copyOf(pairs);
    levels = List.copyOf(levels);
    figures = figures == null ? Map.of() : Map.copyOf(figures);
    boolean known = earlierDeployments != null && earlierDeployments.settings() != null;
    earlierDeployments = known ? earlierDeployments : null;
  }

  /** Starts a result, which is not valid without a period and a generator. */
  public static CaseResult of(String name, String target) {
    return new CaseResult(
        Objects.requireNonNull(name, "a case's name"),
        Objects.requireNonNull(target, "a case's target"),
        Map.of(),
        null,
        null,
        0,
        0,
        0,
        0,
        Map.of(),
        0,
        NO_TIMES,
        NO_TIMES,
        null,
        List.of(),
        null,
        List.of(),
        List.of(),
        null,
        null,
        null,
        null,
        null,
        null,
        Map.of(),
        null,
        null,
        null,
        null);
  }

  /** Returns this result under another name. */
  public CaseResult withName(String other) {
    return copy("name", other);
  }

  public CaseResult withParameters(Map<String, String> setting) {
    return copy("parameters", setting);
  }

  /** Returns this result for another period, with a warm-up in milliseconds before it. */
  public CaseResult withPeriod(Instant start, Instant end, long warmUpMs) {
    return copy("start", start, "end", end, "warmUpMs", warmUpMs);
  }

  /**
   * Returns this result with the outcome of the test for a steady load; null if there was no test.
   */
  public CaseResult withSteady(Boolean steady) {
    return copy("steady", steady);
  }

  /** Returns this result with other counts of requests without error. */
  public CaseResult withCounts(long requests, long messages, long bytes) {
    return copy("requests", requests, "messages", messages, "bytes", bytes);
  }

  /** Returns this result with other counts of failed requests, by kind. */
  public CaseResult withErrors(Map<String, Long> byKind) {
    Map<String, Long> readable = new LinkedHashMap<>();
    byKind.forEach((kind, count) -> readable.merge(OutsideText.visible(kind), count, Long::sum));
    return copy("errors", readable);
  }

  /** Returns this result with other times; null for those that were not measured. */
  public CaseResult withTimes(TimeDistribution response, TimeDistribution service) {
    return copy("responseTime", response, "serviceTime", service);
  }

  /** Returns this result with another report on the load generator's health. */
  public CaseResult withGenerator(Generator health) {
    return copy("generator", health);
  }

  /** Returns this result with other reasons why it is not valid. */
  public CaseResult withProblems(List<String> reasons) {
    return copy("problems", reasons);
  }

  public CaseResult withKeptBytes(Long bytes) {
    return copy("keptBytes", bytes);
  }

  /** Returns this result with pairs of slices of candidate and baseline. */
  public CaseResult withPairs(List<SlicePair> pairs) {
    return copy("pairs", pairs);
  }

  /** Returns this result with the reason why the comparison needed no load. */
  public CaseResult withUnchanged(String reason) {
    return copy("unchanged", reason);
  }

  public CaseResult withLevels(List<Level> levels) {
    return copy("levels", levels);
  }

  public CaseResult withFigures(Map<String, Double> figures) {
    return copy("figures", figures);
  }

  /**
   * Returns this result with a detail, which replaces one of the same class; null changes nothing.
   */
  public CaseResult with(CaseDetail detail) {
    return detail == null ? this : copy(component(detail.getClass()), detail);
  }

  public CaseResult without(Class<? extends CaseDetail> kind) {
    return copy(component(kind), null);
  }

  private static String component(Class<? extends CaseDetail> kind) {
    return Arrays.stream(CaseResult.class.getRecordComponents())
        .filter(component -> component.getType() == kind)
        .map(RecordComponent::getName)
        .findFirst()
        .orElseThrow();
  }

  private CaseResult copy(Object... changes) {
    CaseResult copy = RecordCopy.of(this, changes);
    boolean unknown = copy.messages == 0 || copy.start == null;
    double throughput = unknown ? 0 : copy.messages / copy.loadedSeconds();
    return RecordCopy.of(copy, "throughputPerS", throughput);
  }

  /** Returns the response times, or otherwise the service times; empty for a benchmark. */
  public TimeDistribution times() {
    return benchmark() ? NO_TIMES : responseTime == null ? serviceTime : responseTime;
  }

  /** Returns true if a tool measured only figures, but no times of requests. */
  public boolean benchmark() {
    return responseTime == null && serviceTime == null;
  }

  /** Returns the name of the times that {@link #times} returns. */
  public String timed() {
    return responseTime == null ? "service time" : "response time";
  }

  /** Returns true if the measured values can be trusted. */
  public boolean valid() {
    return problems.isEmpty();
  }

  /** Returns the simulation: the first part of the name. */
  public String simulation() {
    return simulation(name);
  }

  public static String simulation(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }

  /**
   * Returns the seconds of load that count: those of the period or, in a comparison, those of the
   * candidate's slices, because the builds take turns.
   */
  public double loadedSeconds() {
    return pairs.isEmpty()
        ? Duration.between(start, end).toNanos() / 1e9
        : pairs.stream()
            .map(SlicePair::candidate)
            .filter(Objects::nonNull)
            .mapToDouble(Slice::seconds)
            .filter(Double::isFinite)
            .sum();
  }

  /** Returns the number of requests that failed or were never answered. */
  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the share of failed requests, 0 to 1; NaN if there was no request. */
  public double errorRate() {
    return errorCount() / (double) (requests + errorCount());
  }
}
