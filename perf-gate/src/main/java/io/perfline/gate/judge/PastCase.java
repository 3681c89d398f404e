package io.perfline.gate.judge;

import io.perfline.gate.thresholds.Metric;
import java.time.Instant;
import java.util.function.ToDoubleFunction;

/**
 * The result of a case in an earlier run.
 *
 * @param run its id
 * @param commit the commit of the build
 * @param time start of the run
 * @param requests requests without error; 0 unless a requested metric counts errors
 * @param errors failed requests; likewise
 * @param values reads a metric in its own unit; NaN if the history doesn't contain it
 */
public record PastCase(
    String run,
    String commit,
    Instant time,
    long requests,
    long errors,
    ToDoubleFunction<Metric> values) {}
