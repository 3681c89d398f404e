package io.perfline.sims.server;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * Reads the memory of a JVM on this machine by JMX. The live set is the heap in use at the end of a
 * full collection, as the collector itself reports it, so it contains nothing that is allocated
 * afterwards, for instance by JMX. After the first collection some objects still wait for their
 * cleaners; the second one removes these objects.
 */
final class JvmMemory implements MemoryMeter {

  private static final String[] STRING = {String.class.getName()};
  private static final String[] STRINGS = {String[].class.getName()};

  private final long pid;
  private final MBeanServerConnection jvm;
  private final List<ObjectName> heap = new ArrayList<>();
  private Boolean byHistogram;

  JvmMemory(long pid, MBeanServerConnection jvm) {
    this.pid = pid;
    this.jvm = jvm;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public Long liveSet() throws IOException {
    try {
      collect();
      collect();
      return sum("CollectionUsage");
    } catch (JMException | RuntimeException e) {
      throw new IOException(
          "no garbage collection of process %d can be requested: %s".formatted(pid, e), e);
    }
  }

  @Override
  public Long peak() {
    return ProcessMemory.peak(pid);
  }

  @Override
  public Long heapPeak() throws IOException {
    try {
      return sum("PeakUsage");
    } catch (JMException | RuntimeException e) {
      throw new IOException("the heap of pid %d can't be read: %s".formatted(pid, e), e);
    }
  }

  /**
   * Runs a full collection. If the JVM's options make it ignore such a request, or return before
   * all garbage is collected, a histogram of live objects is requested instead, which also requires
   * a collection.
   */
  private void collect() throws IOException, JMException {
    if (byHistogram == null) {
      byHistogram = isOn("DisableExplicitGC") || isOn("ExplicitGCInvokesConcurrent");
    }
    if (byHistogram) {
      ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
      jvm.invoke(commands, "gcClassHistogram", new Object[] {new String[0]}, STRINGS);
    } else {
      jvm.invoke(new ObjectName(ManagementFactory.MEMORY_MXBEAN_NAME), "gc", null, null);
    }
  }

  private boolean isOn(String option) throws IOException, JMException {
    ObjectName diagnostics = new ObjectName("com.sun.management:type=HotSpotDiagnostic");
    try {
      Object found = jvm.invoke(diagnostics, "getVMOption", new Object[] {option}, STRING);
      return "true".equals(((CompositeData) found).get("value"));
    } catch (InstanceNotFoundException notHotSpot) {
      return false;
    }
  }

  private long sum(String usage) throws IOException, JMException {
    if (heap.isEmpty()) {
      ObjectName pools = new ObjectName(ManagementFactory.MEMORY_POOL_MXBEAN_DOMAIN_TYPE + ",*");
      for (ObjectName pool : jvm.queryNames(pools, null)) {
        if ("HEAP".equals(jvm.getAttribute(pool, "Type"))) {
          heap.add(pool);
        }
      }
    }
    long sum = 0;
    for (ObjectName pool : heap) {
      CompositeData used = (CompositeData) jvm.getAttribute(pool, usage);
      if (used == null) {
        throw new JMException("%s has no %s".formatted(pool, usage));
      }
      sum += (Long) used.get("used");
    }
    return sum;
  }
}
