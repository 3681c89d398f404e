package io.perfline.gate.judge;

import io.perfline.gate.thresholds.Metric;
import java.time.Instant;
import java.util.function.ToDoubleFunction;

/**
 * What an earlier run measured of a case.
 *
 * @param run its id
 * @param commit what it was built from
 * @param time when it began
 * @param requests that came back without error; 0 unless a metric that was asked for counts errors
 * @param errors that failed or never came back; likewise
 * @param values reads a metric in its own unit; NaN where the history doesn't hold it
 */
public record PastCase(
    String run,
    String commit,
    Instant time,
    long requests,
    long errors,
    ToDoubleFunction<Metric> values) {}
