package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The form of a case in {@code run.json}: all keys on one level, null for what a case lacks. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record CaseJson(
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
    @JsonInclude(JsonInclude.Include.NON_NULL) LostServer lostServer,
    EarlierDeployments earlierDeployments,
    @JsonInclude(JsonInclude.Include.NON_NULL) ServerMemory memory,
    @JsonInclude(JsonInclude.Include.NON_NULL) WarmUps warmUps,
    @JsonInclude(JsonInclude.Include.NON_NULL) WarmUpRequests warmUpRequests,
    @JsonInclude(JsonInclude.Include.NON_NULL) SentRequests sentRequests,
    @JsonInclude(JsonInclude.Include.NON_NULL) Statements statements,
    @JsonInclude(JsonInclude.Include.NON_NULL) Received received) {

  /** The largest relative difference between the written throughput and messages ÷ time. */
  private static final double ROUNDING = 0.01;

  static CaseJson of(CaseResult result) {
    return new CaseJson(
        result.name(),
        result.target(),
        result.parameters(),
        result.start(),
        result.end(),
        result.warmUpMs(),
        result.requests(),
        result.messages(),
        result.bytes(),
        result.errors(),
        result.throughputPerS(),
        result.responseTime(),
        result.serviceTime(),
        result.generator(),
        result.problems(),
        result.keptBytes(),
        result.pairs(),
        result.levels(),
        result.stored(),
        result.steady(),
        result.server(),
        result.unchanged(),
        result.consumer(),
        result.origin(),
        result.figures(),
        result.drain(),
        result.serverEnd(),
        result.lostServer(),
        result.earlierDeployments(),
        result.memory(),
        result.warmUps(),
        result.warmUpRequests(),
        result.sentRequests(),
        result.statements(),
        result.received());
  }

  CaseResult result() {
    boolean compared = earlierDeployments != null && earlierDeployments.settings() != null;
    CaseResult read =
        new CaseResult(
            name,
            target,
            parameters,
            new CaseResult.Period(start, end, warmUpMs),
            new Counts(requests, messages, bytes, errors, responseTime, serviceTime),
            steady,
            generator,
            problems,
            pairs,
            levels,
            figures == null ? Map.of() : figures,
            Stream.of(
                    keptBytes == null ? null : new KeptBytes(keptBytes),
                    unchanged == null ? null : new Unchanged(unchanged),
                    compared ? earlierDeployments : null,
                    stored,
                    server,
                    consumer,
                    origin,
                    drain,
                    serverEnd,
                    lostServer,
                    memory,
                    warmUps,
                    warmUpRequests,
                    sentRequests,
                    statements,
                    received)
                .filter(Objects::nonNull)
                .collect(Collectors.toMap(CaseDetail::getClass, detail -> detail)));
    return start == null || end == null ? read : checked(read);
  }

  /** Adds a problem if the file contradicts itself. */
  private CaseResult checked(CaseResult read) {
    double counted = read.throughputPerS();
    boolean agrees =
        Double.isFinite(counted)
            && Math.abs(throughputPerS - counted) <= ROUNDING * Math.max(counted, 1);
    return agrees
        ? read
        : read.withProblems(
            Stream.concat(
                    problems.stream(),
                    Stream.of(
                        "it reports %s msg/s, but its counts are %s msg/s"
                            .formatted(text(throughputPerS), text(counted))))
                .toList());
  }

  private static String text(double number) {
    return number == Math.rint(number) && Double.isFinite(number)
        ? "%.0f".formatted(number)
        : Double.toString(number);
  }
}
