package io.perfline.gate.judge;

import io.perfline.gate.metric.Metric;
import java.time.Instant;
import java.util.function.ToDoubleFunction;

/**
 * The result of a case in an earlier run.
 *
 * @param time the start of the run
 * @param requests the number of requests without error; 0 unless a requested metric counts errors
 * @param errors the number of failed requests; 0 unless a requested metric counts errors
 * @param values returns a metric in its own unit; NaN if the history doesn't contain it
 */
public record PastCase(
    String run,
    String commit,
    Instant time,
    long requests,
    long errors,
    ToDoubleFunction<Metric> values) {}
