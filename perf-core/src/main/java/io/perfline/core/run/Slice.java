package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

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
 */
public record Slice(
    double seconds,
    Counts counts,
    Double serverCpuUs,
    Double serverAllocatedBytes,
    Double serverCpuTotalUs)
    implements Counted {

  /** Creates a slice without the server's cost. */
  public Slice(double seconds, Counts counts) {
    this(seconds, counts, null, null, null);
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
        stored.serverCpuTotalUs);
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
        serverCpuTotalUs);
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
      Double serverCpuTotalUs) {}
}
