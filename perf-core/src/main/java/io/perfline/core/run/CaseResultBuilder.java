package io.perfline.core.run;

import io.perfline.core.command.OutsideText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * Puts a {@link CaseResult} together part by part. What isn't given is what a case of plain load
 * has when nothing came back; a name, a target, a period and the generator must be. The throughput
 * follows from messages, period and pairs.
 */
public final class CaseResultBuilder {

  private String name;
  private final String target;
  private Map<String, String> parameters = Map.of();
  private Instant start;
  private Instant end;
  private long warmUpMillis;
  private long requests;
  private long messages;
  private long bytes;
  private Map<String, Long> errors = Map.of();
  private TimeDistribution responseTime = TimeDistribution.of(new Histogram(3));
  private TimeDistribution serviceTime = responseTime;
  private Generator generator;
  private List<String> problems = List.of();
  private Long keptBytes;
  private List<SlicePair> pairs = List.of();
  private List<Level> levels = List.of();
  private StoredMessages stored;
  private Boolean steady;
  private ServerCost server;
  private String unchanged;
  private ConsumerLag consumer;
  private Origin origin;
  private Map<String, Double> figures = Map.of();
  private Drain drain;

  CaseResultBuilder(String name, String target) {
    this.name = Objects.requireNonNull(name, "a case's name");
    this.target = Objects.requireNonNull(target, "a case's target");
  }

  CaseResultBuilder(CaseResult like) {
    this(like.name(), like.target());
    parameters = like.parameters();
    period(like.start(), like.end(), like.warmUpMs());
    counts(like.requests(), like.messages(), like.bytes());
    errors = like.errors();
    times(like.responseTime(), like.serviceTime());
    generator = like.generator();
    problems = like.problems();
    keptBytes = like.keptBytes();
    pairs = like.pairs();
    levels = like.levels();
    stored = like.stored();
    steady = like.steady();
    server = like.server();
    unchanged = like.unchanged();
    consumer = like.consumer();
    origin = like.origin();
    figures = like.figures();
    drain = like.drain();
  }

  /** Another name. */
  public CaseResultBuilder name(String other) {
    name = other;
    return this;
  }

  /** The setting, by name. */
  public CaseResultBuilder parameters(Map<String, String> setting) {
    parameters = setting;
    return this;
  }

  /** What counts is from {@code from} to {@code to}, behind a warm-up in milliseconds. */
  public CaseResultBuilder period(Instant from, Instant to, long warmUp) {
    start = from;
    end = to;
    warmUpMillis = warmUp;
    return this;
  }

  /** What came back without error. */
  public CaseResultBuilder counts(long ofRequests, long ofMessages, long ofBytes) {
    requests = ofRequests;
    messages = ofMessages;
    bytes = ofBytes;
    return this;
  }

  /** What failed or never came back, by kind. */
  public CaseResultBuilder errors(Map<String, Long> byKind) {
    Map<String, Long> readable = new LinkedHashMap<>();
    byKind.forEach((kind, count) -> readable.merge(OutsideText.visible(kind), count, Long::sum));
    errors = readable;
    return this;
  }

  /** From the intended send time, null where nobody knows it, and from the actual one. */
  public CaseResultBuilder times(TimeDistribution response, TimeDistribution service) {
    responseTime = response;
    serviceTime = service;
    return this;
  }

  /** How the load generator itself fared. */
  public CaseResultBuilder generator(Generator health) {
    generator = health;
    return this;
  }

  /** Why the case is not valid. */
  public CaseResultBuilder problems(List<String> reasons) {
    problems = reasons;
    return this;
  }

  /** What the store holds on its disk; null when it was not measured. */
  public CaseResultBuilder kept(Long onDisk) {
    keptBytes = onDisk;
    return this;
  }

  /** Slices of candidate and baseline side by side. */
  public CaseResultBuilder pairs(List<SlicePair> sideBySide) {
    pairs = sideBySide;
    return this;
  }

  /** What each number of users met with. */
  public CaseResultBuilder levels(List<Level> ofUsers) {
    levels = ofUsers;
    return this;
  }

  /** What became of the acknowledged messages; null when no store was asked. */
  public CaseResultBuilder stored(StoredMessages found) {
    stored = found;
    return this;
  }

  /** Whether the load was steady behind its warm-up; null when that had a fixed length. */
  public CaseResultBuilder steady(Boolean behindWarmUp) {
    steady = behindWarmUp;
    return this;
  }

  /** What it cost the server's process; null where nobody looked. */
  public CaseResultBuilder server(ServerCost cost) {
    server = cost;
    return this;
  }

  /** Why there was no load to compare with the baseline; null when there was. */
  public CaseResultBuilder unchanged(String reason) {
    unchanged = reason;
    return this;
  }

  /** How far the consumers of the messages were behind; null where nobody looked. */
  public CaseResultBuilder consumer(ConsumerLag lag) {
    consumer = lag;
    return this;
  }

  /** The other tool that measured it. */
  public CaseResultBuilder origin(Origin tool) {
    origin = tool;
    return this;
  }

  /** What else was measured, by the word of the metric. */
  public CaseResultBuilder figures(Map<String, Double> more) {
    figures = more;
    return this;
  }

  /** What became of the load when the service was ended under it; null when it was not. */
  public CaseResultBuilder drain(Drain ended) {
    drain = ended;
    return this;
  }

  public CaseResult build() {
    return new CaseResult(
        name,
        target,
        parameters,
        Objects.requireNonNull(start, "a case's start"),
        Objects.requireNonNull(end, "a case's end"),
        warmUpMillis,
        requests,
        messages,
        bytes,
        errors,
        throughput(),
        responseTime,
        serviceTime,
        Objects.requireNonNull(generator, "how a case's generator fared"),
        problems,
        keptBytes,
        pairs,
        levels,
        stored,
        steady,
        server,
        unchanged,
        consumer,
        origin,
        figures,
        drain);
  }

  private double throughput() {
    return messages == 0 ? 0 : messages / CaseResult.loadedSeconds(start, end, pairs);
  }
}
