package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Sorts the requests of one or several generators by name, in one pass and bounded memory. */
final class SampleImport {

  /** Beyond it, names hold what differs from request to request. */
  private static final int MOST_CASES = 400;

  private static final long MICROS_PER_S = 1_000_000;
  private static final long MICROS_PER_MILLI = 1000;

  /** A reader and what it read last. */
  private record Head(SampleReader reader, ImportedSample sample) {}

  private final ImportPlan plan;
  private final List<SampleReader> readers;
  private final Map<String, SampleCase> cases = new HashMap<>();
  private long startUs = Long.MIN_VALUE;
  private long endUs;
  private long left;

  SampleImport(ImportPlan plan, List<SampleReader> readers) {
    this.plan = plan;
    this.readers = readers;
  }

  /**
   * Reads them to their ends and closes them.
   *
   * @throws Fault (no verdict) when a file isn't whole, goes back in time, or holds no request
   */
  List<CaseResult> cases() throws IOException {
    try {
      PriorityQueue<Head> heads =
          new PriorityQueue<>(Comparator.comparingLong(head -> head.sample().endUs()));
      for (SampleReader reader : readers) {
        ImportedSample first = reader.next();
        if (first == null) {
          throw Fault.noVerdict(
              reader.position() + ": there is no request in it: nothing was measured");
        }
        heads.add(new Head(reader, first));
      }
      while (!heads.isEmpty()) {
        Head head = heads.poll();
        SampleReader reader = head.reader();
        ImportedSample sample = head.sample();
        long until = heads.isEmpty() ? Long.MAX_VALUE : heads.peek().sample().endUs();
        while (sample != null && sample.endUs() <= until) {
          add(sample, reader);
          sample = reader.next();
        }
        if (sample != null) {
          heads.add(new Head(reader, sample));
        }
      }
      return ended();
    } finally {
      for (SampleReader reader : readers) {
        reader.close();
      }
      cases.values().forEach(SampleCase::close);
    }
  }

  private void add(ImportedSample sample, SampleReader reader) throws IOException {
    if (startUs == Long.MIN_VALUE) {
      long start = sample.startUs() + plan.warmUp().toMillis() * MICROS_PER_MILLI;
      startUs = start - Math.floorMod(start, MICROS_PER_MILLI);
      endUs = sample.endUs();
    }
    if (sample.endUs() < sample.startUs()) {
      throw Fault.noVerdict(reader.position() + ": the request ended before it began");
    }
    if (sample.endUs() < endUs - PendingSeconds.GRACE * MICROS_PER_S) {
      throw Fault.noVerdict(
          "%s: time goes back by %.1f s: these are several results in one file"
              .formatted(reader.position(), (endUs - sample.endUs()) / (double) MICROS_PER_S));
    }
    endUs = Math.max(endUs, sample.endUs());
    if (!plan.warmUp().isZero() && sample.startUs() < startUs) {
      left++;
      return;
    }
    SampleCase sampleCase = cases.get(sample.name());
    if (sampleCase == null) {
      sampleCase = begin(sample.name(), reader);
    }
    sampleCase.add(sample);
  }

  private SampleCase begin(String name, SampleReader reader) throws IOException {
    if (cases.size() == MOST_CASES) {
      throw Fault.noVerdict(
          ("%s: more than %d names of requests, the last one '%s': give requests that are alike one"
                  + " name in the load's script")
              .formatted(reader.position(), MOST_CASES, name));
    }
    SampleCase sampleCase = new SampleCase(plan, name, startUs);
    cases.put(name, sampleCase);
    return sampleCase;
  }

  private List<CaseResult> ended() {
    if (cases.isEmpty()) {
      throw Fault.noVerdict(
          "all %d requests belong to the warm-up of %d s: nothing was measured"
              .formatted(left, plan.warmUp().toSeconds()));
    }
    Map<String, String> said = new TreeMap<>();
    for (SampleReader reader : readers) {
      reader
          .metadata()
          .forEach((name, value) -> said.merge(name, value, (one, more) -> one + " + " + more));
    }
    Double started =
        readers.stream()
            .map(SampleReader::achievedShare)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
    List<CaseResult> ended = new ArrayList<>();
    new TreeMap<>(cases)
        .values()
        .forEach(sampleCase -> ended.add(sampleCase.end(endUs, said, started)));
    cases.clear();
    return ended;
  }
}
