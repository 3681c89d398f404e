package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Secrets;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import java.io.IOException;
import java.nio.file.Path;
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

/** Sorts the requests of one or several load generators by name, in bounded memory. */
final class SampleImport {

  /**
   * The maximum number of cases. If there are more, names contain something that differs from
   * request to request.
   */
  private static final int MAX_CASES = 400;

  private static final int MAX_MASKED = 10_000;
  private static final long MICROS_PER_S = 1_000_000;
  private static final long MICROS_PER_MILLI = 1000;
  private static final long GRACE_US = PendingSeconds.GRACE * MICROS_PER_S;

  /** Opens one of the files. */
  interface Opener {
    SampleReader<?> open(Path file) throws IOException;
  }

  /** A reader and the sample that it read last. */
  private record Head(SampleReader<?> reader, ImportedSample sample) {}

  private final ImportPlan plan;
  private final List<SampleReader<?>> readers = new ArrayList<>();
  private final Map<String, SampleCase> cases = new HashMap<>();
  private final Map<String, String> masked = new HashMap<>();
  private final Map<String, String> fileNames = new HashMap<>();
  private final List<long[]> gaps = new ArrayList<>();
  private final Set<SampleReader<?>> begun = new HashSet<>();
  private final Set<SampleReader<?>> open = new HashSet<>();
  private long startUs;
  private long endUs;
  private long warmUp;

  SampleImport(ImportPlan plan) {
    this.plan = plan;
  }

  /**
   * Reads the files completely and returns the cases.
   *
   * @throws Fault (no verdict) if a file is not complete, goes back in time, or contains no request
   */
  List<CaseResult> cases(List<Path> files, Opener opener) throws IOException {
    endUs = earliest(files, opener);
    startUs = endUs + plan.warmUp().toMillis() * MICROS_PER_MILLI;
    startUs -= Math.floorMod(startUs, MICROS_PER_MILLI);
    try {
      PriorityQueue<Head> heads =
          new PriorityQueue<>(Comparator.comparingLong(head -> head.sample().endUs()));
      for (Path file : files) {
        SampleReader<?> reader = opener.open(file);
        readers.add(reader);
        heads.add(new Head(reader, reader.next()));
      }
      while (!heads.isEmpty()) {
        Head head = heads.poll();
        SampleReader<?> reader = head.reader();
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
      return results();
    } finally {
      for (SampleReader<?> reader : readers) {
        reader.close();
      }
      cases.values().forEach(SampleCase::close);
    }
  }

  /**
   * Returns the start of the load in microseconds since the epoch. The first request need not be
   * the first one in its file, because several engines write in batches.
   */
  private static long earliest(List<Path> files, Opener opener) throws IOException {
    long earliest = Long.MAX_VALUE;
    for (Path file : files) {
      try (SampleReader<?> reader = opener.open(file)) {
        ImportedSample sample = reader.next();
        if (sample == null) {
          throw Fault.noVerdict(
              reader.position() + ": there is no request in it: nothing was measured");
        }
        long first = sample.endUs();
        while (sample != null && Math.abs(sample.endUs() - first) <= GRACE_US) {
          earliest = Math.min(earliest, sample.startUs());
          sample = reader.next();
        }
      }
    }
    return earliest;
  }

  /**
   * Rejects a file that begins after all others ended, because load generators of one load overlap.
   */
  private void requireOverlap(SampleReader<?> reader, ImportedSample first) {
    if (begun.size() > 1 && open.size() == 1 && first.startUs() > endUs && !plan.allowGap()) {
      throw plan.twoResults(
          reader.position(), "it begins after the results of the other files ended");
    }
  }

  private void noteGap(ImportedSample sample, SampleReader<?> reader) {
    long gap = sample.startUs() - endUs;
    if (gap > ImportPlan.LONGEST_GAP.toSeconds() * MICROS_PER_S) {
      if (!plan.allowGap()) {
        throw plan.twoResults(
            reader.position(),
            "there is no request in the %d s before it".formatted(gap / MICROS_PER_S));
      }
      long[] seconds = {second(endUs) + 1, second(sample.startUs())};
      gaps.add(seconds);
      cases.values().forEach(sampleCase -> sampleCase.skip(seconds[0], seconds[1]));
    }
  }

  private long second(long us) {
    return Math.max(0, (us - startUs) / MICROS_PER_S);
  }

  private void add(ImportedSample sample, SampleReader<?> reader) throws IOException {
    if (sample.endUs() < sample.startUs()) {
      throw Fault.noVerdict(reader.position() + ": the request ended before it began");
    }
    noteGap(sample, reader);
    if (sample.endUs() < endUs - GRACE_US) {
      throw Fault.noVerdict(
          ("%s: time goes back by %.1f s: these are several results in one file, or batches that"
                  + " came later than %d s; import each result by itself, or sort the lines by time")
              .formatted(
                  reader.position(),
                  (endUs - sample.endUs()) / (double) MICROS_PER_S,
                  PendingSeconds.GRACE));
    }
    endUs = Math.max(endUs, sample.endUs());
    if (!plan.warmUp().isZero() && sample.startUs() < startUs) {
      warmUp++;
      return;
    }
    String name = withoutSecrets(sample.name());
    SampleCase sampleCase = cases.get(name);
    if (sampleCase == null) {
      sampleCase = begin(name, reader);
    }
    sampleCase.add(sample);
  }

  /** Returns the name without secrets, so that names that differ by a token are one case. */
  private String withoutSecrets(String name) {
    if (masked.size() > MAX_MASKED) {
      masked.clear();
    }
    return masked.computeIfAbsent(name, Secrets::masked);
  }

  private SampleCase begin(String name, SampleReader<?> reader) throws IOException {
    if (cases.size() == MAX_CASES) {
      throw Fault.noVerdict(
          ("%s: more than %d names of requests, the last one '%s': give similar requests one name"
                  + " in the load's script")
              .formatted(reader.position(), MAX_CASES, name));
    }
    String before = fileNames.put(RawMaterial.fileName(plan.caseName(name), ""), name);
    if (before != null) {
      throw plan.sameName(reader.position(), before, name);
    }
    SampleCase sampleCase = new SampleCase(plan, name, startUs);
    gaps.forEach(gap -> sampleCase.skip(gap[0], gap[1]));
    cases.put(name, sampleCase);
    return sampleCase;
  }

  private List<CaseResult> results() throws IOException {
    if (cases.isEmpty()) {
      throw Fault.noVerdict(
          "all %d requests belong to the warm-up of %d s: nothing was measured"
              .formatted(warmUp, plan.warmUp().toSeconds()));
    }
    Map<String, String> metadata = new TreeMap<>();
    for (SampleReader<?> reader : readers) {
      reader
          .metadata()
          .forEach((name, value) -> metadata.merge(name, value, (one, more) -> one + " + " + more));
    }
    Double achieved =
        readers.stream()
            .map(SampleReader::achievedShare)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
    List<CaseResult> results = new ArrayList<>();
    for (SampleCase sampleCase : new TreeMap<>(cases).values()) {
      results.add(sampleCase.end(endUs, metadata, achieved));
    }
    cases.clear();
    return results;
  }
}
