package io.perfline.gate.imported;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/** The requests of one name, counted as they come. */
final class SampleCase {

  private static final double MICROS_PER_S = 1e6;
  private static final int MOST_KINDS = 50;
  private static final int MOST_VALUES = 8;

  private final ImportPlan plan;
  private final String name;
  private final long startUs;
  private final PendingSeconds seconds;
  private final Histogram services = new Histogram(3);
  private final Histogram responses = new Histogram(3);
  private final Map<String, Long> errors = new HashMap<>();
  private final Map<String, TreeSet<String>> parameters = new TreeMap<>();
  private Map<String, String> lastTags = Map.of();
  private boolean responseKnown;
  private boolean serviceKnown;
  private long requests;
  private long bytes;

  /**
   * @param startUs when the run began, microseconds since the epoch, whole milliseconds
   */
  SampleCase(ImportPlan plan, String name, long startUs) throws IOException {
    this.plan = plan;
    this.name = name;
    this.startUs = startUs;
    RawMaterialWriter writer =
        new RawMaterialWriter(
            plan.run().resolve(plan.simulation()),
            RawMaterial.fileName(plan.caseName(name), ImportPlan.TARGET),
            List.of());
    writer.begin(instant(startUs));
    seconds = new PendingSeconds(writer);
  }

  void add(ImportedSample sample) {
    seconds.add((int) Math.max(0, (sample.endUs() - startUs) / (long) MICROS_PER_S), sample);
    responseKnown |= sample.responseUs() != ImportedSample.UNKNOWN;
    serviceKnown |= sample.serviceUs() != ImportedSample.UNKNOWN;
    if (sample.tags() != lastTags) {
      note(sample.tags());
    }
    if (sample.error() != null) {
      boolean full = errors.size() >= MOST_KINDS && !errors.containsKey(sample.error());
      errors.merge(full ? "other" : sample.error(), 1L, Long::sum);
      return;
    }
    requests++;
    bytes += sample.bytes();
    if (sample.serviceUs() >= 0) {
      services.recordValue(sample.serviceUs());
    }
    if (sample.responseUs() >= 0) {
      responses.recordValue(sample.responseUs());
    }
  }

  private void note(Map<String, String> tags) {
    lastTags = tags;
    tags.forEach(
        (tag, value) -> {
          TreeSet<String> values = parameters.computeIfAbsent(tag, any -> new TreeSet<>());
          if (values.size() <= MOST_VALUES) {
            values.add(value);
          }
        });
  }

  /** A tag with one value is a parameter; with a few, all of them; with more it tells nothing. */
  private Map<String, String> parameters() {
    Map<String, String> setting = new TreeMap<>();
    parameters.forEach(
        (tag, values) -> {
          if (values.size() <= MOST_VALUES) {
            setting.put(tag, String.join(", ", values));
          }
        });
    return setting;
  }

  /**
   * @param endUs when the run ended, microseconds since the epoch
   * @param said what the tool says of its own health
   * @param started share of what it should have sent that it did; null where nobody knows
   */
  CaseResult end(long endUs, Map<String, String> said, Double started) {
    double length = (endUs - startUs) / MICROS_PER_S;
    seconds.end(length);
    long failed = errors.values().stream().mapToLong(Long::longValue).sum();
    return plan.builder(name)
        .parameters(parameters())
        .period(instant(startUs), instant(endUs), plan.warmUp().toMillis())
        .counts(requests, requests, bytes)
        .errors(errors)
        .times(
            responseKnown ? TimeDistribution.of(responses) : null,
            serviceKnown ? TimeDistribution.of(services) : null)
        .generator(plan.generator((requests + failed) / length, started))
        .origin(plan.origin(false, said))
        .build();
  }

  /** Lets go of the files, where the import ends before its time. */
  void close() {
    seconds.close();
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
