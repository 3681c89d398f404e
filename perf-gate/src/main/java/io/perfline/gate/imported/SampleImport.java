package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

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
  private final Map<String, Map<String, SampleCase>> cases = new HashMap<>();
  private final Map<String, String> names = new TreeMap<>();
  private final List<long[]> gaps = new ArrayList<>();
  private final Set<SampleReader> begun = new HashSet<>();
  private final Set<SampleReader> open = new HashSet<>();
  private int count;
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
        if (begun.add(reader)) {
          open.add(reader);
          requireOverlap(reader, sample);
        }
        while (sample != null && sample.endUs() <= until) {
          add(sample, reader);
          sample = reader.next();
        }
        if (sample == null) {
          open.remove(reader);
        } else {
          heads.add(new Head(reader, sample));
        }
      }
      return ended();
    } finally {
      for (SampleReader reader : readers) {
        reader.close();
      }
      each().forEach(SampleCase::close);
    }
  }

  /** Generators of one load overlap: one that begins after all others ended is another load's. */
  private void requireOverlap(SampleReader reader, ImportedSample first) {
    if (begun.size() > 1 && open.size() == 1 && first.startUs() > endUs && !plan.allowGap()) {
      throw plan.twoResults(
          reader.position(), "it begins after the results of the other files ended");
    }
  }

  private void noteGap(ImportedSample sample, SampleReader reader) {
    long gap = sample.sentUs() - endUs;
    if (gap > ImportPlan.LONGEST_GAP.toSeconds() * MICROS_PER_S) {
      if (!plan.allowGap()) {
        throw plan.twoResults(
            reader.position(),
            "there is no request in the %d s before it".formatted(gap / MICROS_PER_S));
      }
      long[] seconds = {second(endUs) + 1, second(sample.startUs())};
      gaps.add(seconds);
      each().forEach(sampleCase -> sampleCase.skip(seconds[0], seconds[1]));
    }
  }

  private long second(long us) {
    return Math.max(0, (us - startUs) / MICROS_PER_S);
  }

  private Stream<SampleCase> each() {
    return cases.values().stream().flatMap(methods -> methods.values().stream());
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
    noteGap(sample, reader);
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
    Map<String, SampleCase> methods = cases.get(sample.name());
    String method = sample.tags().getOrDefault("method", "");
    SampleCase sampleCase = methods == null ? null : methods.get(method);
    if (sampleCase == null) {
      sampleCase = begin(sample.name(), method, reader);
    }
    sampleCase.add(sample);
  }

  private SampleCase begin(String name, String method, SampleReader reader) throws IOException {
    if (count++ == MOST_CASES) {
      throw Fault.noVerdict(
          ("%s: more than %d names of requests, the last one '%s': give requests that are alike one"
                  + " name in the load's script")
              .formatted(reader.position(), MOST_CASES, name));
    }
    String before = names.putIfAbsent(RawMaterial.fileName(plan.caseName(name), ""), name);
    if (before != null && !before.equals(name)) {
      throw Fault.noVerdict(
          ("%s: the names '%s' and '%s' can't be told apart in a run: give one of them another name"
                  + " in the load's script")
              .formatted(reader.position(), before, name));
    }
    SampleCase sampleCase = new SampleCase(plan, name, method, startUs);
    for (long[] gap : gaps) {
      sampleCase.skip(gap[0], gap[1]);
    }
    cases.computeIfAbsent(name, any -> new TreeMap<>()).put(method, sampleCase);
    return sampleCase;
  }

  private List<CaseResult> ended() throws IOException {
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
    for (Map<String, SampleCase> methods : new TreeMap<>(cases).values()) {
      for (SampleCase sampleCase : methods.values()) {
        ended.add(sampleCase.end(endUs, said, started, methods.size() > 1));
      }
    }
    cases.clear();
    return ended;
  }
}
