package io.perfline.sims.engine;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one of several exchanges brought that are a request together.
 *
 * @param requests how often it came back without error
 * @param errors how often it failed, by kind
 * @param response of the first from the intended send time to the answer, of the others from the
 *     actual one, microseconds
 * @param service from the actual send time to the answer, microseconds
 */
public record PartMeasurement(
    long requests, Map<String, Long> errors, Histogram response, Histogram service) {
  public PartMeasurement {
    errors = Map.copyOf(errors);
  }
}
