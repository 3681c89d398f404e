package io.perfline.sims.server;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Structure;
import io.perfline.deploy.stack.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the CPU time of a whole process on this machine and of its child processes. For a program
 * that is not a JVM, this is also the metric {@code cpu}.
 */
public final class ProcessMeter implements CostMeter {

  private final long pid;
  private final ProcessHandle parent;
  private final String why;
  private final CompilerThreads compiler;
  private final Map<Long, Double> used = new HashMap<>();
  private final double reapedBefore;

  private ProcessMeter(long pid, ProcessHandle parent, String why) {
    this.pid = pid;
    this.parent = parent;
    this.why = why;
    compiler = new CompilerThreads(pid);
    reapedBefore = parent == null ? 0 : reaped(family());
  }

  /**
   * Creates the meter of a JVM whose threads cannot be read.
   *
   * @param why the reason
   */
  static ProcessMeter ofJvm(long pid, String why) {
    return new ProcessMeter(pid, null, why);
  }

  /**
   * Creates the meter of another program, including its child processes.
   *
   * @param why the reason why its allocation cannot be read
   */
  public static ProcessMeter ofOther(ProcessHandle process, String why) {
    return new ProcessMeter(process.pid(), process, why);
  }

  @Override
  public CostReading read() {
    if (parent == null) {
      return new CostReading(null, null, compiler.microsecondsOfOthers());
    }
    Set<Long> family = family();
    family.forEach(this::add);
    if (!RunningProcess.isAlive(parent)) {
      return CostReading.NONE;
    }
    double ended = sum(process -> !family.contains(process));
    Double all = sum(family::contains) + Math.max(ended, reaped(family) - reapedBefore);
    return new CostReading(all, null, all);
  }

  private Set<Long> family() {
    return Stream.concat(Stream.of(parent), parent.descendants())
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  /** Stores the CPU time of a process, which remains known after the process has ended. */
  private void add(long process) {
    Double now = ProcessCpu.microseconds(process);
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
   * Returns the CPU time of the child processes that have ended, in microseconds. It includes those
   * that were too short-lived to be seen, but not those whose parent ignores their end.
   */
  private static double reaped(Set<Long> parents) {
    return parents.stream().mapToDouble(ProcessCpu::microsecondsOfReapedChildren).sum();
  }

  @Override
  public Optional<MemoryMeter> memory() {
    return ProcessHandle.of(pid).map(ProcessMemory::new);
  }

  @Override
  public String source() {
    return "process %d; %s".formatted(pid, why);
  }

  @Override
  public void close() {}

  /**
   * Reads the CPU time of a whole process on this machine, including garbage collection, JIT
   * compiler and threads that have ended. On Linux it comes from the process's CPU clock, in
   * nanoseconds; on other systems from the process table, in steps of about 10 ms.
   */
  static final class ProcessCpu {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_TICK = 1e4;

    /** {@code CPUCLOCK_SCHED} of the Linux kernel; clock ids contain the pid's complement. */
    private static final int SCHEDULED_TIME = 2;

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

    private static final LibC LIBC =
        Platform.isLinux() ? Native.load(Platform.C_LIBRARY_NAME, LibC.class) : null;

    private ProcessCpu() {}

    /** Returns the CPU time in microseconds; null if the process has ended or cannot be read. */
    static Double microseconds(long pid) {
      if (LIBC == null) {
        return ProcessHandle.of(pid)
            .flatMap(process -> process.info().totalCpuDuration())
            .map(Duration::toNanos)
            .map(nanos -> nanos / NANOS_PER_MICRO)
            .orElse(null);
      }
      Time time = new Time();
      int clock = (int) (~pid << 3) | SCHEDULED_TIME;
      return LIBC.clock_gettime(clock, time) != 0
          ? null
          : (Double)
              (time.seconds.longValue() * MICROS_PER_SECOND
                  + time.nanos.longValue() / NANOS_PER_MICRO);
    }

    /**
     * Returns the CPU time of the children that a process has waited for, and of theirs, in
     * microseconds, in steps of 10 ms; 0 if it is unknown, as on other systems than Linux.
     */
    static double microsecondsOfReapedChildren(long pid) {
      try {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        // proc(5): pid (comm) state …; comm may contain any characters, cutime is field 16.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return MICROS_PER_TICK * (Long.parseLong(fields[13]) + Long.parseLong(fields[14]));
      } catch (IOException unknown) {
        return 0;
      }
    }
  }
}
