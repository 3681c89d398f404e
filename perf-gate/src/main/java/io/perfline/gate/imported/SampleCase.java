package io.perfline.gate.imported;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.TimeCounter;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counts the requests with one name, which become a case. */
final class SampleCase {

  private static final double MICROS_PER_S = 1e6;
  private static final int MAX_KINDS = 50;
  private static final int MAX_VALUES = 8;

  private final ImportPlan plan;
  private final String name;
  private final long startUs;
  private final PendingSeconds seconds;
  private final TimeCounter services = new TimeCounter();
  private final TimeCounter responses = new TimeCounter();
  private final Map<String, Long> errors = new HashMap<>();
  private final Map<String, TreeSet<String>> parameters = new TreeMap<>();
  private Map<String, String> lastTags = Map.of();
  private boolean responseKnown;
  private boolean serviceKnown;
  private long requests;
  private long bytes;

  /**
   * Creates the files of the case.
   *
   * @param startUs the start of the measured period, in microseconds since the epoch; a multiple of
   *     1000
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

  /**
   * Leaves out the seconds from {@code from} until {@code to}, in which no request of any case
   * ended.
   */
  void skip(long from, long to) {
    seconds.skip((int) from, (int) to);
  }

  void add(ImportedSample sample) {
    seconds.add((int) Math.max(0, (sample.endUs() - startUs) / (long) MICROS_PER_S), sample);
    responseKnown |= sample.responseUs() != ImportedSample.UNKNOWN;
    serviceKnown |= sample.serviceUs() != ImportedSample.UNKNOWN;
    if (sample.tags() != lastTags) {
      note(sample.tags());
    }
    if (sample.error() != null) {
      boolean full = errors.size() >= MAX_KINDS && !errors.containsKey(sample.error());
      errors.merge(full ? "other" : sample.error(), 1L, Long::sum);
      return;
    }
    requests++;
    bytes += sample.bytes();
    if (sample.serviceUs() >= 0) {
      services.record(sample.serviceUs(), 1);
    }
    if (sample.responseUs() >= 0) {
      responses.record(sample.responseUs(), 1);
    }
  }

  private void note(Map<String, String> tags) {
    lastTags = tags;
    tags.forEach(
        (tag, value) -> {
          TreeSet<String> values = parameters.computeIfAbsent(tag, any -> new TreeSet<>());
          if (values.size() <= MAX_VALUES) {
            values.add(value);
          }
        });
  }

  /** Returns the parameters of the case. A tag with more than a few values is left out. */
  private Map<String, String> parameters() {
    Map<String, String> setting = new TreeMap<>();
    parameters.forEach(
        (tag, values) -> {
          if (values.size() <= MAX_VALUES) {
            setting.put(tag, String.join(", ", values));
          }
        });
    return setting;
  }

  /**
   * Writes the remaining seconds and returns the result of the case.
   *
   * @param endUs the end of the run, in microseconds since the epoch
   * @param metadata the load tool's report on its own health
   * @param achieved the share of the intended requests that were sent, 0 to 1; null if unknown
   */
  CaseResult end(long endUs, Map<String, String> metadata, Double achieved) {
    double length = (endUs - startUs) / MICROS_PER_S;
    seconds.end(length);
    Counts counts =
        new Counts(
            requests,
            requests,
            bytes,
            errors,
            responseKnown ? TimeDistribution.of(responses.histogram()) : null,
            serviceKnown ? TimeDistribution.of(services.histogram()) : null);
    return plan.begin(name)
        .withParameters(parameters())
        .withPeriod(instant(startUs), instant(endUs), plan.warmUp().toMillis())
        .withCounts(counts)
        .withGenerator(plan.generator(counts.all() / length, achieved))
        .with(plan.origin(false, metadata));
  }

  /** Closes the files after a failed import. */
  void close() {
    seconds.close();
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
