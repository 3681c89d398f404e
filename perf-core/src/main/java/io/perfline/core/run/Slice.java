package io.perfline.core.run;

/**
 * A short stretch of load on one side of a {@link SlicePair}.
 *
 * @param seconds how long it was
 * @param requests requests that came back without error
 * @param messages messages in them
 * @param bytes payload in them
 * @param errors requests that failed or never came back
 * @param response_time from the intended send time to the answer, of the requests counted above
 * @param service_time from the actual send time to the answer
 */
public record Slice(
    double seconds,
    long requests,
    long messages,
    long bytes,
    long errors,
    TimeDistribution response_time,
    TimeDistribution service_time) {}
