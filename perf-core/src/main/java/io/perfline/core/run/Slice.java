package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * A short stretch of load on one side of a {@link SlicePair}.
 *
 * @param seconds its length in seconds
 * @param requests requests that came back without error
 * @param messages messages in them
 * @param bytes payload in them
 * @param errors requests that failed or were never answered
 * @param responseTime the time from the intended send time to the response, for the requests
 *     counted above
 * @param serviceTime the time from the actual send time to the response
 * @param serverCpuUs CPU time of the server's threads without garbage collection and JIT compiler,
 *     in microseconds; null when it couldn't be measured
 * @param serverAllocatedBytes memory that its threads allocated; null when it couldn't be measured
 * @param serverCpuTotalUs CPU time of the server's whole process without the JIT compiler, in
 *     microseconds; null when it couldn't be measured
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

  /** Creates a slice for which the server's cost wasn't measured. */
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
