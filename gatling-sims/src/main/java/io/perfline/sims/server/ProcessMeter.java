package io.perfline.sims.server;

import io.perfline.deploy.process.RunningProcess;
import java.util.Optional;

/**
 * Reads the CPU time of a whole process on this machine and of its child processes. For a program
 * that is not a JVM, this is also the metric {@code cpu}.
 */
public final class ProcessMeter implements CostMeter {

  private final long pid;
  private final ProcessHandle parent;
  private final String why;
  private final CompilerThreads compiler;
  private final ProcessTreeCpu tree;

  private ProcessMeter(long pid, ProcessHandle parent, String why) {
    this.pid = pid;
    this.parent = parent;
    this.why = why;
    compiler = new CompilerThreads(pid);
    tree = parent == null ? null : new ProcessTreeCpu(parent);
  }

  /** Creates the meter of a JVM whose threads cannot be read. */
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
    Double all = tree.microseconds();
    return RunningProcess.isAlive(parent) ? new CostReading(all, null, all) : CostReading.NONE;
  }

  @Override
  public Double compilerUs() {
    return parent == null ? (Double) compiler.microseconds() : null;
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
}
