package io.perfline.sims.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a load brought.
 *
 * @param warmUp how long the load ran before what counts
 * @param steady whether the response times of the measured seconds don't fall; for few seconds,
 *     whether they were steady at the end of the warm-up, and null when its length was fixed
 * @param start first instant that counts, behind the warm-up
 * @param end last instant that counts: the measured stretch's end, in an open model the last answer
 *     when it came later
 * @param requests requests that came back without error
 * @param messages messages in them
 * @param bytes payload in them
 * @param errors requests that failed, never came back or never went out, by kind
 * @param response from the intended send time to the answer, microseconds
 * @param service from the actual send time to the answer, microseconds
 * @param sent requests that went out within the measured stretch
 * @param sentPerSecond the same, a second
 * @param silence how long before the stretch's end the last answer came; zero when later
 * @param acknowledged messages acknowledged in all, warm-up and overtime included
 * @param parts of requests that are several exchanges; empty for others
 * @param health how the generator fared
 */
public record Measurement(
    Duration warmUp,
    Boolean steady,
    Instant start,
    Instant end,
    long requests,
    long messages,
    long bytes,
    Map<String, Long> errors,
    Histogram response,
    Histogram service,
    long sent,
    double sentPerSecond,
    Duration silence,
    long acknowledged,
    List<PartMeasurement> parts,
    GeneratorHealth health) {

  public Measurement {
    errors = Map.copyOf(errors);
    parts = List.copyOf(parts);
  }
}
