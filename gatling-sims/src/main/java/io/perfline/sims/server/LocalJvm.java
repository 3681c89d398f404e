package io.perfline.sims.server;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.perfline.deploy.process.ServiceProcess;
import java.io.IOException;
import java.util.Optional;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A JVM on this machine, to which JMX connects without any options of that JVM. */
public final class LocalJvm {

  private static final String OTHERS =
      "'perfline why --help' shows how to supply what another profiler sampled";

  private static final String RESPONSE_TIMEOUT = "sun.rmi.transport.tcp.responseTimeout";

  static {
    if (System.getProperty(RESPONSE_TIMEOUT) == null) {
      System.setProperty(RESPONSE_TIMEOUT, "60000"); // Otherwise a stopped JVM is awaited forever.
    }
  }

  private LocalJvm() {}

  /**
   * Connects to the process {@code pid}. Only JVMs are asked to accept a connection, because the
   * signal for that would end most other processes.
   *
   * @throws IOException if the process is not a JVM of this user, or does not respond
   */
  @SuppressWarnings("BanJNDI") // the address comes from that JVM's own local agent
  public static JMXConnector connect(long pid) throws IOException {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isPresent() && !ServiceProcess.isJava(process.get())) {
      throw new IOException(
          "process %d (%s) is not a JVM of this user, and perfline profiles only JVMs; %s"
              .formatted(pid, process.get().info().command().orElse("unknown program"), OTHERS));
    }
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("pid %d can't be attached to: %s".formatted(pid, e.getMessage()), e);
    }
  }

  /** Returns whether a thread with this name serves JMX itself. */
  static boolean servesJmx(String thread) {
    return thread.startsWith("RMI ")
        || thread.startsWith("JMX ")
        || thread.equals("Attach Listener");
  }
}
