package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.command.OutsideText;
import io.perfline.core.run.CaseDetail.CapacityLevels;
import io.perfline.core.run.CaseDetail.Figures;
import io.perfline.core.run.CaseDetail.KeptBytes;
import io.perfline.core.run.CaseDetail.PairedSlices;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The result of one case: a simulation with one value of its parameters, against one target.
 *
 * @param name simulation, sweep and value, as in {@code kafka/batch_size/256}
 * @param target the target of the load; {@code direct} is the store or a bare peer alone
 * @param parameters the settings, by name
 * @param period the period of the measurement
 * @param counts the counts of that period
 * @param throughputPerS messages ÷ {@link #loadedSeconds}
 * @param responseTime the times from the intended send time to the response, for requests without
 *     error; null if the tool that generated the load does not report them
 * @param serviceTime the times from the actual send time to the response; null likewise; both are
 *     null only for a benchmark
 * @param generator the load generator's own health
 * @param problems the reasons why the case is not valid; empty if it is valid
 * @param details details that only some kinds of cases have, at most one of each class
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record CaseResult(
    String name,
    String target,
    Map<String, String> parameters,
    @JsonIgnore Period period,
    @JsonIgnore Counts counts,
    double throughputPerS,
    TimeDistribution responseTime,
    TimeDistribution serviceTime,
    Generator generator,
    List<String> problems,
    @JsonIgnore Set<CaseDetail> details) {

  /** The name of the figure for messages that subscribers did not receive. */
  public static final String UNDELIVERED = "undelivered";

  /** The parameter of cases whose load accepted any TLS certificate. */
  public static final String INSECURE = "insecure";

  /** The name of the figure for the milliseconds without any acknowledgement after a fault. */
  public static final String RECOVERY = "recovery";

  private static final TimeDistribution NO_TIMES = TimeDistribution.of(new Histogram(3));

  /**
   * The measured period of a case.
   *
   * @param start the first instant that counts, after the warm-up
   * @param end the last instant that counts
   * @param warmUpMs the duration of the load before {@code start}, which is not part of any result
   * @param steady false if response times were still falling, either during the measured period or,
   *     if that was shorter than 4 seconds, at the end of the longest warm-up; null if that wasn't
   *     tested
   */
  public record Period(Instant start, Instant end, long warmUpMs, Boolean steady) {}

  /**
   * The counts of a case.
   *
   * @param requests the number of requests without error (a batch is one)
   * @param messages the number of messages in them
   * @param bytes their payload in bytes
   * @param errors the number of requests that failed or were never answered, by error kind
   */
  public record Counts(long requests, long messages, long bytes, Map<String, Long> errors) {
    public Counts {
      errors = Map.copyOf(errors);
    }
  }

  public CaseResult {
    parameters = Map.copyOf(parameters);
    problems = problems.stream().map(OutsideText::lines).toList();
    details =
        details.stream().filter(detail -> !detail.absent()).collect(Collectors.toUnmodifiableSet());
  }

  @JsonCreator
  static CaseResult read(
      @JsonProperty("name") String name,
      @JsonProperty("target") String target,
      @JsonProperty("parameters") Map<String, String> parameters,
      @JsonProperty("start") Instant start,
      @JsonProperty("end") Instant end,
      @JsonProperty("warm_up_ms") long warmUpMs,
      @JsonProperty("requests") long requests,
      @JsonProperty("messages") long messages,
      @JsonProperty("bytes") long bytes,
      @JsonProperty("errors") Map<String, Long> errors,
      @JsonProperty("throughput_per_s") double throughputPerS,
      @JsonProperty("response_time") TimeDistribution responseTime,
      @JsonProperty("service_time") TimeDistribution serviceTime,
      @JsonProperty("generator") Generator generator,
      @JsonProperty("problems") List<String> problems,
      @JsonProperty("kept_bytes") Long keptBytes,
      @JsonProperty("pairs") List<SlicePair> pairs,
      @JsonProperty("levels") List<Level> levels,
      @JsonProperty("stored") StoredMessages stored,
      @JsonProperty("steady") Boolean steady,
      @JsonProperty("server") ServerCost server,
      @JsonProperty("unchanged") String unchanged,
      @JsonProperty("consumer") ConsumerLag consumer,
      @JsonProperty("origin") Origin origin,
      @JsonProperty("figures") Map<String, Double> figures,
      @JsonProperty("drain") Drain drain,
      @JsonProperty("server_end") ServerEnd serverEnd,
      @JsonProperty("earlier_deployments") EarlierDeployments earlierDeployments,
      @JsonProperty("memory") ServerMemory memory) {
    return new CaseResult(
        name,
        target,
        parameters,
        new Period(start, end, warmUpMs, steady),
        new Counts(requests, messages, bytes, errors),
        throughputPerS,
        responseTime,
        serviceTime,
        generator,
        problems,
        Stream.of(
                new KeptBytes(keptBytes),
                new PairedSlices(pairs, unchanged),
                new CapacityLevels(levels),
                new Figures(figures),
                stored,
                server,
                consumer,
                origin,
                drain,
                serverEnd,
                earlierDeployments,
                memory)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet()));
  }

  /** Starts a result, which is not valid without a period and a generator. */
  public static CaseResult of(String name, String target) {
    return new CaseResult(
        Objects.requireNonNull(name, "a case's name"),
        Objects.requireNonNull(target, "a case's target"),
        Map.of(),
        new Period(null, null, 0, null),
        new Counts(0, 0, 0, Map.of()),
        0,
        NO_TIMES,
        NO_TIMES,
        null,
        List.of(),
        Set.of());
  }

  /** Returns this result under another name. */
  public CaseResult withName(String other) {
    return copy(
        other, parameters, period, counts, responseTime, serviceTime, generator, problems, details);
  }

  public CaseResult withParameters(Map<String, String> setting) {
    return copy(
        name, setting, period, counts, responseTime, serviceTime, generator, problems, details);
  }

  /** Returns this result for another period, with a warm-up in milliseconds before it. */
  public CaseResult withPeriod(Instant start, Instant end, long warmUpMs) {
    return with(new Period(start, end, warmUpMs, period.steady()));
  }

  /**
   * Returns this result with the outcome of the test for a steady load; null if there was no test.
   */
  public CaseResult withSteady(Boolean steady) {
    return with(new Period(period.start(), period.end(), period.warmUpMs(), steady));
  }

  private CaseResult with(Period other) {
    return copy(
        name, parameters, other, counts, responseTime, serviceTime, generator, problems, details);
  }

  /** Returns this result with other counts of requests without error. */
  public CaseResult withCounts(long requests, long messages, long bytes) {
    return with(new Counts(requests, messages, bytes, counts.errors()));
  }

  /** Returns this result with other counts of failed requests, by kind. */
  public CaseResult withErrors(Map<String, Long> byKind) {
    Map<String, Long> readable = new LinkedHashMap<>();
    byKind.forEach((kind, count) -> readable.merge(OutsideText.visible(kind), count, Long::sum));
    return with(new Counts(counts.requests(), counts.messages(), counts.bytes(), readable));
  }

  private CaseResult with(Counts other) {
    return copy(
        name, parameters, period, other, responseTime, serviceTime, generator, problems, details);
  }

  /** Returns this result with other times; null for those that were not measured. */
  public CaseResult withTimes(TimeDistribution response, TimeDistribution service) {
    return copy(name, parameters, period, counts, response, service, generator, problems, details);
  }

  /** Returns this result with another report on the load generator's health. */
  public CaseResult withGenerator(Generator health) {
    return copy(
        name, parameters, period, counts, responseTime, serviceTime, health, problems, details);
  }

  /** Returns this result with other reasons why it is not valid. */
  public CaseResult withProblems(List<String> reasons) {
    return copy(
        name, parameters, period, counts, responseTime, serviceTime, generator, reasons, details);
  }

  /**
   * Returns this result with a detail, which replaces one of the same class; null changes nothing.
   */
  public CaseResult with(CaseDetail detail) {
    if (detail == null) {
      return this;
    }
    Set<CaseDetail> more = new HashSet<>(without(detail.getClass()).details);
    more.add(detail);
    return copy(
        name, parameters, period, counts, responseTime, serviceTime, generator, problems, more);
  }

  public CaseResult without(Class<? extends CaseDetail> kind) {
    Set<CaseDetail> others = new HashSet<>(details);
    others.removeIf(kind::isInstance);
    return copy(
        name, parameters, period, counts, responseTime, serviceTime, generator, problems, others);
  }

  /** Returns this result with pairs of slices of candidate and baseline. */
  public CaseResult withPairs(List<SlicePair> pairs) {
    return with(new PairedSlices(pairs, unchanged()));
  }

  private CaseResult copy(
      String name,
      Map<String, String> parameters,
      Period period,
      Counts counts,
      TimeDistribution responseTime,
      TimeDistribution serviceTime,
      Generator generator,
      List<String> problems,
      Set<CaseDetail> details) {
    List<SlicePair> pairs = pairs(details);
    boolean unknown = counts.messages() == 0 || period.start() == null;
    double throughput = unknown ? 0 : counts.messages() / loadedSeconds(period, pairs);
    return new CaseResult(
        name,
        target,
        parameters,
        period,
        counts,
        throughput,
        responseTime,
        serviceTime,
        generator,
        problems,
        details);
  }

  @JsonProperty
  public Instant start() {
    return period.start();
  }

  @JsonProperty
  public Instant end() {
    return period.end();
  }

  @JsonProperty
  public long warmUpMs() {
    return period.warmUpMs();
  }

  @JsonProperty
  public Boolean steady() {
    return period.steady();
  }

  @JsonProperty
  public long requests() {
    return counts.requests();
  }

  @JsonProperty
  public long messages() {
    return counts.messages();
  }

  @JsonProperty
  public long bytes() {
    return counts.bytes();
  }

  @JsonProperty
  public Map<String, Long> errors() {
    return counts.errors();
  }

  @JsonProperty
  public Long keptBytes() {
    return detail(details, KeptBytes.class, KeptBytes::bytes).orElse(null);
  }

  @JsonProperty
  public List<SlicePair> pairs() {
    return pairs(details);
  }

  private static List<SlicePair> pairs(Set<CaseDetail> details) {
    return detail(details, PairedSlices.class, PairedSlices::pairs).orElse(List.of());
  }

  /**
   * Returns the reason why the comparison with the baseline needed no load; null if it had load.
   */
  @JsonProperty
  public String unchanged() {
    return detail(details, PairedSlices.class, PairedSlices::unchanged).orElse(null);
  }

  @JsonProperty
  public List<Level> levels() {
    return detail(details, CapacityLevels.class, CapacityLevels::levels).orElse(List.of());
  }

  @JsonProperty
  public Map<String, Double> figures() {
    return detail(details, Figures.class, Figures::values).orElse(Map.of());
  }

  @JsonProperty
  public StoredMessages stored() {
    return detail(details, StoredMessages.class, Function.identity()).orElse(null);
  }

  @JsonProperty
  public ServerCost server() {
    return detail(details, ServerCost.class, Function.identity()).orElse(null);
  }

  @JsonProperty
  public ConsumerLag consumer() {
    return detail(details, ConsumerLag.class, Function.identity()).orElse(null);
  }

  @JsonProperty
  public Origin origin() {
    return detail(details, Origin.class, Function.identity()).orElse(null);
  }

  /**
   * Returns how much the deployments of earlier builds differed; null if the case was not compared.
   */
  @JsonProperty
  public EarlierDeployments earlierDeployments() {
    return detail(details, EarlierDeployments.class, Function.identity()).orElse(null);
  }

  /** Returns the memory of both builds; null if the case was not compared. */
  @JsonProperty
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public ServerMemory memory() {
    return detail(details, ServerMemory.class, Function.identity()).orElse(null);
  }

  @JsonProperty
  public Drain drain() {
    return detail(details, Drain.class, Function.identity()).orElse(null);
  }

  /** Returns how a server ended under the load; null if none did. */
  @JsonProperty
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public ServerEnd serverEnd() {
    return detail(details, ServerEnd.class, Function.identity()).orElse(null);
  }

  private static <D extends CaseDetail, T> Optional<T> detail(
      Set<CaseDetail> details, Class<D> kind, Function<D, T> part) {
    return details.stream().filter(kind::isInstance).map(kind::cast).findFirst().map(part);
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
    return loadedSeconds(period, pairs());
  }

  private static double loadedSeconds(Period period, List<SlicePair> pairs) {
    return pairs.isEmpty()
        ? Duration.between(period.start(), period.end()).toNanos() / 1e9
        : pairs.stream()
            .map(SlicePair::candidate)
            .filter(Objects::nonNull)
            .mapToDouble(Slice::seconds)
            .filter(Double::isFinite)
            .sum();
  }

  /** Returns the number of requests that failed or were never answered. */
  public long errorCount() {
    return errors().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the share of failed requests, 0 to 1; NaN if there was no request. */
  public double errorRate() {
    return errorCount() / (double) (requests() + errorCount());
  }
}
