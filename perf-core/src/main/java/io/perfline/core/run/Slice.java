package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * A short period of load on one side of a {@link SlicePair}.
 *
 * @param seconds its length in seconds
 * @param requests the number of requests without error
 * @param messages the number of messages in them
 * @param bytes their payload in bytes
 * @param errors the number of requests that failed or were never answered
 * @param responseTime the times from the intended send time to the response, for requests without
 *     error
 * @param serviceTime the times from the actual send time to the response
 * @param serverCpuUs the CPU time of the server's threads without garbage collection and JIT
 *     compiler, in microseconds; null if unknown
 * @param serverAllocatedBytes the memory that its threads allocated; null if unknown
 * @param serverCpuTotalUs the CPU time of the server's whole process without the JIT compiler, in
 *     microseconds; null if unknown
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Slice(
    double seconds,
    long requests,
    long messages,
    long bytes,
    long errors,
    TimeDistribution responseTime,
    TimeDistribution serviceTime,
    Double serverCpuUs,
    Double serverAllocatedBytes,
    Double serverCpuTotalUs) {

  /** Creates a slice without the server's cost. */
  public Slice(
      double seconds,
      long requests,
      long messages,
      long bytes,
      long errors,
      TimeDistribution responseTime,
      TimeDistribution serviceTime) {
    this(seconds, requests, messages, bytes, errors, responseTime, serviceTime, null, null, null);
  }
}
