package io.perfline.gate.imported;

import io.perfline.core.run.CaseResult;
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

/** The requests of one name, counted as they come. */
final class SampleCase {

  private static final double MICROS_PER_S = 1e6;
  private static final int MOST_KINDS = 50;
  private static final int MOST_VALUES = 8;

  private final ImportPlan plan;
  private final String name;
  private final String method;
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
   * @param startUs when the run began, microseconds since the epoch, whole milliseconds
   */
  SampleCase(ImportPlan plan, String name, String method, long startUs) throws IOException {
    this.plan = plan;
    this.name = name;
    this.method = method;
    this.startUs = startUs;
    RawMaterialWriter writer =
        new RawMaterialWriter(plan.run().resolve(plan.simulation()), file(withMethod()), List.of());
    writer.begin(instant(startUs));
    seconds = new PendingSeconds(writer);
  }

  private String withMethod() {
    return method.isEmpty() ? name : method + " " + name;
  }

  private String file(String ownName) {
    return RawMaterial.fileName(plan.caseName(ownName), ImportPlan.TARGET);
  }

  /** No request of any name ended from one second to another one: those aren't written. */
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
      boolean full = errors.size() >= MOST_KINDS && !errors.containsKey(sample.error());
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
   * @param severalMethods whether the name occurs with other methods too: then it begins with them
   */
  CaseResult end(long endUs, Map<String, String> said, Double started, boolean severalMethods)
      throws IOException {
    double length = (endUs - startUs) / MICROS_PER_S;
    seconds.end(length);
    String ownName = severalMethods ? withMethod() : name;
    if (!file(ownName).equals(file(withMethod()))) {
      RawMaterial.rename(plan.run().resolve(plan.simulation()), file(withMethod()), file(ownName));
    }
    long failed = errors.values().stream().mapToLong(Long::longValue).sum();
    return plan.begin(ownName)
        .withParameters(parameters())
        .withPeriod(instant(startUs), instant(endUs), plan.warmUp().toMillis())
        .withCounts(requests, requests, bytes)
        .withErrors(errors)
        .withTimes(
            responseKnown ? TimeDistribution.of(responses.histogram()) : null,
            serviceKnown ? TimeDistribution.of(services.histogram()) : null)
        .withGenerator(plan.generator((requests + failed) / length, started))
        .with(plan.origin(false, said));
  }

  /** Lets go of the files, where the import ends before its time. */
  void close() {
    seconds.close();
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
