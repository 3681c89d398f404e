package io.perfline.sims.server;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;

/**
 * Reads the resources of a JVM on this machine. JMX returns the CPU time and the allocation of its
 * threads. They include neither the JIT compiler and garbage collection, which work in bursts, nor
 * the threads that serve JMX itself. The CPU time that a thread uses between the last reading and
 * its end is missing there. It is included in the CPU time of the whole process, which the
 * operating system measures, and from which only that of the JIT compiler is subtracted.
 */
public final class JvmMeter implements CostMeter {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final String[] IDS = {long[].class.getName()};

  private final long pid;
  private final JMXConnector connector;
  private final MBeanServerConnection jvm;
  private final ObjectName threads;
  private final CompilerThreads compiler;
  private final Set<Long> own = new HashSet<>();
  private final Map<Long, Long> cpuNanos = new HashMap<>();
  private final Map<Long, Long> allocated = new HashMap<>();
  private final ProcessTreeCpu others; // Null without other processes.
  private final String othersNames;
  private String failure;

  private JvmMeter(long pid, JMXConnector connector, ProcessHandle root)
      throws IOException, JMException {
    this.pid = pid;
    this.connector = connector;
    List<ProcessHandle> processes = others(pid, root);
    others = processes.isEmpty() ? null : new ProcessTreeCpu(root, pid);
    othersNames =
        processes.stream().map(TcpConnections::name).distinct().collect(Collectors.joining(", "));
    compiler = new CompilerThreads(pid);
    jvm = connector.getMBeanServerConnection();
    threads = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
  }

  /**
   * Creates the meter of process {@code pid}; without JMX it reads only the CPU time of the whole
   * process.
   */
  public static CostMeter of(long pid) {
    return of(pid, ProcessHandle.of(pid).orElse(null));
  }

  /**
   * Creates the meter of a JVM that a command has started together with other processes, such as a
   * database, whose CPU time is part of that of the whole process.
   *
   * @param root the process of the command, which may be the JVM itself; null if it has ended
   */
  public static CostMeter of(long pid, ProcessHandle root) {
    try {
      return new JvmMeter(pid, LocalJvm.connect(pid), root);
    } catch (IOException | JMException e) {
      return ProcessMeter.ofJvm(
          pid, "the JVM of process %d can't be reached by JMX: %s".formatted(pid, e));
    }
  }

  /** Returns the processes of a command besides the JVM and the shells that wait for it. */
  private static List<ProcessHandle> others(long pid, ProcessHandle root) {
    if (root == null) {
      return List.of();
    }
    Set<Long> waiting = new HashSet<>(List.of(pid, root.pid()));
    for (Optional<ProcessHandle> parent = ProcessHandle.of(pid).flatMap(ProcessHandle::parent);
        parent.isPresent() && waiting.add(parent.get().pid()); ) {
      parent = parent.get().parent();
    }
    return root.descendants().filter(process -> !waiting.contains(process.pid())).toList();
  }

  @Override
  public CostReading read() {
    Double ofJvm = compiler.microsecondsOfOthers();
    Double total =
        ofJvm == null || others == null ? ofJvm : (Double) (ofJvm + others.microseconds());
    if (failure != null) {
      return new CostReading(null, null, total);
    }
    try {
      long[] ids = (long[]) jvm.getAttribute(threads, "AllThreadIds");
      learn(ids);
      long[] others = Arrays.stream(ids).filter(id -> !own.contains(id)).toArray();
      keep(others, ask("getThreadCpuTime", others), cpuNanos);
      keep(others, ask("getThreadAllocatedBytes", others), allocated);
      return new CostReading(sum(cpuNanos) / NANOS_PER_MICRO, sum(allocated), total);
    } catch (IOException | JMException e) {
      failure = e.toString();
      return new CostReading(null, null, total);
    }
  }

  /** Finds out which of the new threads serve JMX. */
  private void learn(long[] ids) throws IOException, JMException {
    long[] fresh =
        Arrays.stream(ids).filter(id -> !own.contains(id) && !cpuNanos.containsKey(id)).toArray();
    if (fresh.length == 0) {
      return;
    }
    CompositeData[] infos =
        (CompositeData[]) jvm.invoke(threads, "getThreadInfo", new Object[] {fresh}, IDS);
    for (CompositeData info : infos) {
      if (info != null && LocalJvm.servesJmx((String) info.get("threadName"))) {
        own.add((Long) info.get("threadId"));
      }
    }
  }

  private long[] ask(String operation, long[] ids) throws IOException, JMException {
    return (long[]) jvm.invoke(threads, operation, new Object[] {ids}, IDS);
  }

  /** Updates the last known values of threads; JMX returns -1 for threads that have ended. */
  private static void keep(long[] ids, long[] values, Map<Long, Long> into) {
    for (int i = 0; i < ids.length; i++) {
      into.merge(ids[i], Math.max(0, values[i]), Math::max);
    }
  }

  private static double sum(Map<Long, Long> values) {
    return values.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public Double compilerUs() {
    return compiler.microseconds();
  }

  @Override
  public Optional<MemoryMeter> memory() {
    return Optional.of(new JvmMemory(pid, jvm));
  }

  @Override
  public String source() {
    String more = others == null ? "" : "; cpu_total includes " + othersNames;
    String where = "threads of pid %d by JMX%s".formatted(pid, more);
    return failure == null ? where : where + ", which ended with " + failure;
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException gone) {
      failure = gone.toString();
    }
  }
}
