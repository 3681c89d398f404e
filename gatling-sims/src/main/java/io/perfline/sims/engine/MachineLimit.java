package io.perfline.sims.engine;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The maximum number of connections of this process.
 *
 * @param reason the resource that limits it
 */
record MachineLimit(int connections, String reason) {

  /** The number of file descriptors that the process needs for other purposes. */
  private static final long OTHER_DESCRIPTORS = 256;

  /** The bytes of a connection with its buffers. Connections may use half of the heap. */
  private static final long BYTES = 64 << 10;

  /** Fewer than the local ports from which one server can be reached. */
  private static final int MAX_CONNECTIONS = 10_000;

  static MachineLimit ofThisProcess() {
    long descriptors =
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
            ? system.getMaxFileDescriptorCount()
                - system.getOpenFileDescriptorCount()
                - OTHER_DESCRIPTORS
            : MAX_CONNECTIONS;
    long heap = Runtime.getRuntime().maxMemory() / 2 / BYTES;
    if (descriptors < Math.min(heap, MAX_CONNECTIONS)) {
      return new MachineLimit((int) Math.max(1, descriptors), "file descriptors: see 'ulimit -n'");
    }
    return heap < MAX_CONNECTIONS
        ? new MachineLimit((int) Math.max(1, heap), "the generator's heap")
        : new MachineLimit(MAX_CONNECTIONS, "a generator's local ports: use shards");
  }
}
