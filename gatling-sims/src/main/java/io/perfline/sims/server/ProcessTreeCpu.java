package io.perfline.sims.server;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Structure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the CPU time of a process on this machine and of all its descendants, including those that
 * have ended. On Linux it comes from the processes' CPU clocks, in nanoseconds; on other systems
 * from the process table, in steps of about 10 ms.
 */
public final class ProcessTreeCpu {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MICROS_PER_TICK = 1e4;

  /** {@code CPUCLOCK_SCHED} of the Linux kernel; clock ids contain the pid's complement. */
  private static final int SCHEDULED_TIME = 2;

  private static final LibC LIBC =
      Platform.isLinux() ? Native.load(Platform.C_LIBRARY_NAME, LibC.class) : null;

  private final ProcessHandle root;
  private final long omitted;
  private final Map<Long, Double> used = new HashMap<>();
  private final double reapedBefore;
  private Set<Long> family;

  public ProcessTreeCpu(ProcessHandle root) {
    this(root, -1);
  }

  /**
   * @param omitted the id of a process of the tree whose own CPU time is left out
   */
  ProcessTreeCpu(ProcessHandle root, long omitted) {
    this.root = root;
    this.omitted = omitted;
    family = family();
    reapedBefore = reaped(family);
  }

  /** Returns the CPU time in microseconds; only differences are meaningful. */
  public double microseconds() {
    double reaped = reaped(family) - reapedBefore; // first: a process must not count twice
    family = family();
    family.stream().filter(process -> process != omitted).forEach(this::read);
    double ended = sum(process -> !family.contains(process));
    return sum(family::contains) + Math.max(ended, reaped);
  }

  /** Returns whether a process was found in this tree when the CPU time was read. */
  boolean contains(long process) {
    return used.containsKey(process);
  }

  private Set<Long> family() {
    return Stream.concat(Stream.of(root), root.descendants())
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  private void read(long process) {
    Double now = microseconds(process);
    if (now != null) {
      used.put(process, now);
    }
  }

  private double sum(LongPredicate processes) {
    return used.entrySet().stream()
        .filter(process -> processes.test(process.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /**
   * Returns the CPU time of the ended children of these processes, in microseconds. It includes
   * children that lived too briefly to be found, but none whose parent ignores that it ended.
   */
  private static double reaped(Set<Long> parents) {
    return parents.stream().mapToDouble(ProcessTreeCpu::microsecondsOfReaped).sum();
  }

  /**
   * Returns the CPU time of the children that a process has waited for, and of theirs, in
   * microseconds, in steps of 10 ms; 0 if it is unknown, as on other systems than Linux.
   */
  private static double microsecondsOfReaped(long parent) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(parent), "stat"));
      // proc(5): pid (comm) state …; comm may contain any characters, cutime is field 16.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return MICROS_PER_TICK * (Long.parseLong(fields[13]) + Long.parseLong(fields[14]));
    } catch (IOException unknown) {
      return 0;
    }
  }

  /**
   * Returns the CPU time of one process in microseconds, including garbage collection, JIT compiler
   * and threads that have ended; null if the process has ended or cannot be read.
   */
  static Double microseconds(long process) {
    if (LIBC == null) {
      return ProcessHandle.of(process)
          .flatMap(handle -> handle.info().totalCpuDuration())
          .map(Duration::toNanos)
          .map(nanos -> nanos / NANOS_PER_MICRO)
          .orElse(null);
    }
    Time time = new Time();
    int clock = (int) (~process << 3) | SCHEDULED_TIME;
    return LIBC.clock_gettime(clock, time) != 0
        ? null
        : (Double)
            (time.seconds.longValue() * MICROS_PER_SECOND
                + time.nanos.longValue() / NANOS_PER_MICRO);
  }

  /** The libc function that reads a clock. */
  public interface LibC extends Library {

    /** Reads a clock; returns 0, or -1 if the clock does not exist. */
    @SuppressWarnings("checkstyle:methodname")
    int clock_gettime(int clock, Time time);
  }

  @Structure.FieldOrder({"seconds", "nanos"})
  public static final class Time extends Structure {
    public com.sun.jna.NativeLong seconds = new com.sun.jna.NativeLong();
    public com.sun.jna.NativeLong nanos = new com.sun.jna.NativeLong();
  }
}
