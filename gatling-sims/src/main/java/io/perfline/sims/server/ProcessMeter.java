package io.perfline.sims.server;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Structure;
import io.perfline.deploy.stack.RunningProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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

  private ProcessMeter(long pid, ProcessHandle parent, String why) {
    this.pid = pid;
    this.parent = parent;
    this.why = why;
    compiler = new CompilerThreads(pid);
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
    Stream.concat(Stream.of(parent), parent.descendants())
        .map(ProcessHandle::pid)
        .forEach(this::add);
    if (!RunningProcess.isAlive(parent)) {
      return CostReading.NONE;
    }
    Double all = used.values().stream().mapToDouble(Double::doubleValue).sum();
    return new CostReading(all, null, all);
  }

  /** Adds the CPU time of a process, which remains counted after the process has ended. */
  private void add(long process) {
    Double now = ProcessCpu.microseconds(process);
    if (now != null) {
      used.put(process, now);
    }
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
  }
}
