package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.perfline.core.command.OutsideText;
import io.perfline.core.command.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The result of one case: a simulation with one value of its parameters, against one target. Parts
 * that only some kinds of cases have are details. {@link CaseJson} is its form in {@code run.json}.
 *
 * @param name simulation, sweep and value, as in {@code kafka/batch_size/256}
 * @param target the target of the load; {@code direct} is the store or a bare peer alone
 * @param parameters the settings, by name
 * @param counts its requests; both times are null only for a benchmark
 * @param steady false if response times were still falling, either during the measured period or,
 *     if that was shorter than 4 seconds, at the end of the longest warm-up; null if that wasn't
 *     tested
 * @param generator the load generator's own health
 * @param problems the reasons why the case is not valid; empty if it is valid
 * @param pairs the pairs of slices of a comparison with the baseline, measured alternately
 * @param levels the results of a capacity search, one for each number of users
 * @param figures further measured values by the name of their metric, such as missing deliveries
 * @param details the parts that only some kinds of cases have, by their class
 */
public record CaseResult(
    String name,
    String target,
    Map<String, String> parameters,
    Period period,
    Counts counts,
    Boolean steady,
    Generator generator,
    List<String> problems,
    List<SlicePair> pairs,
    List<Level> levels,
    Map<String, Double> figures,
    Map<Class<? extends CaseDetail>, CaseDetail> details)
    implements Counted, Detailed {

  /** The name of the figure for messages that subscribers did not receive. */
  public static final String UNDELIVERED = "undelivered";

  /** The parameter of cases whose load accepted any TLS certificate. */
  public static final String INSECURE = "insecure";

  /** The name of the figure for the milliseconds without any acknowledgement after a fault. */
  public static final String RECOVERY = "recovery";

  /**
   * The period of a case.
   *
   * @param start the first instant that counts, after the warm-up
   * @param end the last instant that counts
   * @param warmUpMs the duration of the load before {@code start}, which is not part of any result
   */
  public record Period(Instant start, Instant end, long warmUpMs) {}

  public CaseResult {
    parameters = Map.copyOf(Secrets.masked(parameters));
    problems = problems.stream().map(OutsideText::lines).toList();
    pairs = List.copyOf(pairs);
    levels = List.copyOf(levels);
    figures = Map.copyOf(figures);
    details = Map.copyOf(details);
  }

  /** Starts a result, which is not valid without a period and a generator. */
  public static CaseResult of(String name, String target) {
    return new CaseResult(
        Objects.requireNonNull(name, "a case's name"),
        Objects.requireNonNull(target, "a case's target"),
        Map.of(),
        new Period(null, null, 0),
        Counts.NONE,
        null,
        null,
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of());
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static CaseResult of(CaseJson json) {
    return json.result();
  }

  @JsonValue
  CaseJson json() {
    return CaseJson.of(this);
  }

  /** The components of a result while one of them is replaced. */
  private static final class Draft {
    private String name;
    private Map<String, String> parameters;
    private Period period;
    private Counts counts;
    private Boolean steady;
    private Generator generator;
    private List<String> problems;
    private List<SlicePair> pairs;
    private List<Level> levels;
    private Map<String, Double> figures;
    private Map<Class<? extends CaseDetail>, CaseDetail> details;
  }

  private CaseResult changed(Consumer<Draft> change) {
    Draft draft = new Draft();
    draft.name = name;
    draft.parameters = parameters;
    draft.period = period;
    draft.counts = counts;
    draft.steady = steady;
    draft.generator = generator;
    draft.problems = problems;
    draft.pairs = pairs;
    draft.levels = levels;
    draft.figures = figures;
    draft.details = details;
    change.accept(draft);
    return new CaseResult(
        draft.name,
        target,
        draft.parameters,
        draft.period,
        draft.counts,
        draft.steady,
        draft.generator,
        draft.problems,
        draft.pairs,
        draft.levels,
        draft.figures,
        draft.details);
  }

  /** Returns this result under another name. */
  public CaseResult withName(String other) {
    return changed(draft -> draft.name = other);
  }

  public CaseResult withParameters(Map<String, String> setting) {
    return changed(draft -> draft.parameters = setting);
  }

  public CaseResult withPeriod(Period other) {
    return changed(draft -> draft.period = other);
  }

  public CaseResult withCounts(Counts other) {
    return changed(draft -> draft.counts = other);
  }

  /**
   * Returns this result with the outcome of the test for a steady load; null if there was no test.
   */
  public CaseResult withSteady(Boolean other) {
    return changed(draft -> draft.steady = other);
  }

  /** Returns this result with another report on the load generator's health. */
  public CaseResult withGenerator(Generator health) {
    return changed(draft -> draft.generator = health);
  }

  /** Returns this result with other reasons why it is not valid. */
  public CaseResult withProblems(List<String> reasons) {
    return changed(draft -> draft.problems = reasons);
  }

  public CaseResult withPairs(List<SlicePair> other) {
    return changed(draft -> draft.pairs = other);
  }

  /** Returns this result with the cost of only one of the servers that the service needs. */
  public CaseResult ofNeed(String need) {
    CaseResult one =
        withPairs(
            pairs.stream()
                .map(
                    pair ->
                        new SlicePair(
                            pair.deployment(),
                            pair.candidateFirst(),
                            pair.candidate().ofNeed(need),
                            pair.baseline().ofNeed(need)))
                .toList());
    one = server() == null ? one : one.with(server().ofNeed(need));
    one = earlierDeployments() == null ? one : one.with(earlierDeployments().ofNeed(need));
    return memory() == null ? one : one.with(memory().ofNeed(need));
  }

  public CaseResult withLevels(List<Level> other) {
    return changed(draft -> draft.levels = other);
  }

  public CaseResult withFigures(Map<String, Double> other) {
    return changed(draft -> draft.figures = other);
  }

  private CaseResult withDetails(Map<Class<? extends CaseDetail>, CaseDetail> other) {
    return changed(draft -> draft.details = other);
  }

  /** Returns this result for another period, with a warm-up in milliseconds before it. */
  public CaseResult withPeriod(Instant start, Instant end, long warmUpMs) {
    return withPeriod(new Period(start, end, warmUpMs));
  }

  /** Returns this result with other counts of requests without error. */
  public CaseResult withCounts(long requests, long messages, long bytes) {
    return withCounts(
        new Counts(requests, messages, bytes, errors(), responseTime(), serviceTime()));
  }

  /** Returns this result with other counts of failed requests, by kind. */
  public CaseResult withErrors(Map<String, Long> byKind) {
    return withCounts(counts.withErrors(byKind));
  }

  /** Returns this result with other times; null for those that were not measured. */
  public CaseResult withTimes(TimeDistribution response, TimeDistribution service) {
    return withCounts(counts.withTimes(response, service));
  }

  /**
   * Returns this result with a detail, which replaces one of the same class; null changes nothing.
   */
  public CaseResult with(CaseDetail detail) {
    if (detail == null) {
      return this;
    }
    Map<Class<? extends CaseDetail>, CaseDetail> all = new HashMap<>(details);
    all.put(detail.getClass(), detail);
    return withDetails(all);
  }

  public CaseResult without(Class<? extends CaseDetail> kind) {
    Map<Class<? extends CaseDetail>, CaseDetail> rest = new HashMap<>(details);
    rest.remove(kind);
    return withDetails(rest);
  }

  public Instant start() {
    return period.start;
  }

  public Instant end() {
    return period.end;
  }

  public long warmUpMs() {
    return period.warmUpMs;
  }

  /**
   * Returns the messages per second: those received in the measured time ÷ that time or, unless the
   * load was an open model, all messages ÷ {@link #loadedSeconds}.
   */
  public double throughputPerS() {
    return perSecond(messages(), Received::messages);
  }

  /** Returns the requests without error per second, counted like the throughput. */
  public double requestsPerS() {
    return perSecond(requests(), Received::requests);
  }

  /** Returns the payload in bytes per second, counted like the throughput. */
  public double bytesPerS() {
    return perSecond(bytes(), Received::bytes);
  }

  private double perSecond(long all, ToLongFunction<Received> count) {
    if (messages() == 0 || start() == null) {
      return 0;
    }
    Received received = received();
    return received == null || !pairs.isEmpty()
        ? all / loadedSeconds()
        : count.applyAsLong(received) / received.seconds();
  }

  /** Returns the response times, or otherwise the service times; empty for a benchmark. */
  public TimeDistribution times() {
    return benchmark()
        ? Counts.NONE.responseTime()
        : responseTime() == null ? serviceTime() : responseTime();
  }

  /** Returns true if a tool measured only figures, but no times of requests. */
  public boolean benchmark() {
    return responseTime() == null && serviceTime() == null;
  }

  /** Returns the name of the times that {@link #times} returns. */
  public String timed() {
    return responseTime() == null ? "service time" : "response time";
  }

  /** Returns true if the measured values can be trusted. */
  public boolean valid() {
    return reasonsInvalid().isEmpty();
  }

  /** Returns the reasons why the measured values can't be trusted; empty if they can. */
  public List<String> reasonsInvalid() {
    return lostServer() == null
        ? problems
        : Stream.concat(Stream.of(lostServer().reason()), problems.stream()).toList();
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
        ? Duration.between(start(), end()).toNanos() / 1e9
        : pairs.stream()
            .map(SlicePair::candidate)
            .filter(Objects::nonNull)
            .mapToDouble(Slice::seconds)
            .filter(Double::isFinite)
            .sum();
  }

  /** Returns the share of failed requests, 0 to 1; NaN if there was no request. */
  public double errorRate() {
    return errorCount() / (double) counts.all();
  }
}
