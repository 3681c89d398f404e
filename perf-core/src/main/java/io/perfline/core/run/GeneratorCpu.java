package io.perfline.core.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How busy a load tool was: its busiest thread, and its processes compared with the CPUs that they
 * may use. A tool with one thread is short of CPU when that thread never sleeps, however many CPUs
 * the machine has.
 *
 * <p>Each second is measured by itself, and a thread is as busy as in the median second, because
 * most tools are idle at the beginning and at the end. The time in which a thread waited for a CPU
 * is left out, so that other processes make no thread look idle or busy: what counts is the time in
 * which it ran, compared with the time in which it slept, of which samples tell. Only Linux has
 * both.
 */
public final class GeneratorCpu {

  private static final long WINDOW_NANOS = 1_000_000_000L;

  /** A smaller share can't be the median that matters. */
  private static final double NOTEWORTHY = 0.5;

  /** The names of threads that compile at the start of a JVM. */
  private static final String COMPILERS = "C[12] Comp.*";

  /** The number of threads of which samples are taken: those that ran most. */
  private static final int SAMPLED = 16;

  /** The samples of a thread in one second. */
  private static final class Samples {
    private int all;
    private int asleep;
  }

  private final ProcessHandle root;
  private final AllowedCpus allowed;
  private final LongSupplier clock;
  private final Map<String, List<Double>> shares = new HashMap<>();
  private Map<Path, Long> before = Map.of();
  private Map<Path, Samples> sampled = Map.of();
  private long begun;
  private int windows;

  /** Watches a process and its descendants. */
  public GeneratorCpu(ProcessHandle root) {
    this(root, AllowedCpus.HERE, System::nanoTime);
  }

  GeneratorCpu(ProcessHandle root, AllowedCpus allowed, LongSupplier clock) {
    this.root = root;
    this.allowed = allowed;
    this.clock = clock;
    begun = clock.getAsLong();
  }

  /** Samples the threads, and reads the times of each second; called several times per second. */
  public void read() {
    sampled.forEach(GeneratorCpu::sample);
    long nanos = clock.getAsLong() - begun;
    if (nanos < WINDOW_NANOS) {
      return;
    }
    begun += nanos;
    Map<Path, Long> now = new HashMap<>();
    Map<Path, Long> ran = new HashMap<>();
    Map<AllowedCpus.Limit, Long> byLimit = new HashMap<>();
    Stream.concat(Stream.of(root), root.descendants())
        .forEach(
            process -> {
              Map<Path, Long> threads = threads(process.pid());
              now.putAll(threads);
              long all = 0;
              for (Map.Entry<Path, Long> thread : threads.entrySet()) {
                long more = thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
                ran.put(thread.getKey(), more);
                all += before.isEmpty() ? 0 : more;
              }
              byLimit.merge(allowed.of(process.pid()), all, Long::sum);
            });
    byLimit.forEach((limit, all) -> note(limit.toString(), all / limit.cpus() / nanos));
    sampled.forEach(
        (thread, samples) -> note(thread, ran.getOrDefault(thread, 0L), samples, nanos));
    windows += before.isEmpty() ? 0 : 1;
    before = now;
    sampled =
        ran.entrySet().stream()
            .sorted(Map.Entry.<Path, Long>comparingByValue().reversed())
            .limit(SAMPLED)
            .collect(Collectors.toMap(Map.Entry::getKey, any -> new Samples()));
  }

  /** Returns the share of the time that the busiest thread or limit was busy; 0 if unknown. */
  public double share() {
    return shares.values().stream()
        .filter(each -> 2 * each.size() > windows)
        .mapToDouble(this::median)
        .max()
        .orElse(0);
  }

  /**
   * Returns the median over all seconds, of which only those above {@link #NOTEWORTHY} are kept.
   */
  private double median(List<Double> kept) {
    List<Double> descending = kept.stream().sorted(Comparator.reverseOrder()).toList();
    return descending.get(windows / 2);
  }

  private void note(Path thread, long ran, Samples samples, long nanos) {
    double slept = samples.all == 0 ? nanos : (double) nanos * samples.asleep / samples.all;
    double share = ran / (ran + slept);
    if (share >= NOTEWORTHY && !text(thread.resolve("comm")).matches(COMPILERS)) {
      note(thread.toString(), share);
    }
  }

  private static void sample(Path thread, Samples samples) {
    String stat = text(thread.resolve("stat"));
    samples.all++; // proc(5): pid (comm) state …; comm may contain any characters
    samples.asleep += stat.startsWith(") R", stat.lastIndexOf(')')) ? 0 : 1;
  }

  private void note(String what, double share) {
    if (share >= NOTEWORTHY) {
      shares.computeIfAbsent(what, any -> new ArrayList<>()).add(Math.min(1, share));
    }
  }

  /** Returns the time that each thread of a process has run, in nanoseconds. */
  private Map<Path, Long> threads(long process) {
    Map<Path, Long> threads = new HashMap<>();
    Path tasks = allowed.proc().resolve(Long.toString(process)).resolve("task");
    try (Stream<Path> all = Files.list(tasks)) {
      for (Path task : (Iterable<Path>) all::iterator) {
        String ran = text(task.resolve("schedstat")).split(" ")[0];
        if (!ran.isEmpty()) {
          threads.put(task, Long.parseLong(ran));
        }
      }
    } catch (IOException | UncheckedIOException ended) {
      return threads;
    }
    return threads;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException ended) {
      return "";
    }
  }
}
