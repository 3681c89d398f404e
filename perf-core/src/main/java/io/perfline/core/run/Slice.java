package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Map;

/**
 * A short period of load on one side of a {@link SlicePair}.
 *
 * @param seconds its length in seconds
 * @param counts its requests; in {@code run.json}, errors are only a number
 * @param serverCpuUs the CPU time of the server's threads without garbage collection and JIT
 *     compiler, in microseconds; null if unknown
 * @param serverAllocatedBytes the memory that its threads allocated; null if unknown
 * @param serverCpuTotalUs the CPU time of the server's whole process without the JIT compiler, in
 *     microseconds; null if unknown
 * @param needCpuUs the CPU time of each server that the service needs, in microseconds, by its
 *     name; without those whose CPU time is unknown
 */
public record Slice(
    double seconds,
    Counts counts,
    Double serverCpuUs,
    Double serverAllocatedBytes,
    Double serverCpuTotalUs,
    Map<String, Double> needCpuUs)
    implements Counted {

  public Slice {
    needCpuUs = needCpuUs == null ? Map.of() : Map.copyOf(needCpuUs);
  }

  /** Creates a slice of a service that needs no other servers. */
  public Slice(
      double seconds,
      Counts counts,
      Double serverCpuUs,
      Double serverAllocatedBytes,
      Double serverCpuTotalUs) {
    this(seconds, counts, serverCpuUs, serverAllocatedBytes, serverCpuTotalUs, Map.of());
  }

  /** Creates a slice without the server's cost. */
  public Slice(double seconds, Counts counts) {
    this(seconds, counts, null, null, null);
  }

  /** Returns the CPU time of all servers that the service needs; null if it is unknown. */
  public Double needCpu() {
    return ServerCost.sum(needCpuUs);
  }

  /** Returns this slice with the cost of only one of the servers that the service needs. */
  Slice ofNeed(String need) {
    return new Slice(
        seconds,
        counts,
        serverCpuUs,
        serverAllocatedBytes,
        serverCpuTotalUs,
        ServerCost.only(need, needCpuUs));
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Slice of(Stored stored) {
    return new Slice(
        stored.seconds,
        new Counts(
            stored.requests,
            stored.messages,
            stored.bytes,
            stored.errors,
            stored.responseTime,
            stored.serviceTime),
        stored.serverCpuUs,
        stored.serverAllocatedBytes,
        stored.serverCpuTotalUs,
        stored.needCpuUs);
  }

  @JsonValue
  Stored stored() {
    return new Stored(
        seconds,
        requests(),
        messages(),
        bytes(),
        errorCount(),
        responseTime(),
        serviceTime(),
        serverCpuUs,
        serverAllocatedBytes,
        serverCpuTotalUs,
        needCpuUs);
  }

  /** The form of a slice in {@code run.json}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Stored(
      double seconds,
      long requests,
      long messages,
      long bytes,
      long errors,
      TimeDistribution responseTime,
      TimeDistribution serviceTime,
      Double serverCpuUs,
      Double serverAllocatedBytes,
      Double serverCpuTotalUs,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> needCpuUs) {}
}
