package io.perfline.sims.profile;

import io.perfline.sims.cost.LocalJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import jdk.management.jfr.FlightRecorderMXBean;

/** A recording that a JVM of this machine makes of itself, asked for by JMX. */
final class FlightRecording implements AutoCloseable {

  /** As many samples as cost too little to be seen beside the load. */
  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("jdk.ExecutionSample#enabled", "true"),
          Map.entry("jdk.ExecutionSample#period", "4 ms"),
          // One a round of the sampler, which so tells how many rounds there were.
          Map.entry("jdk.NativeMethodSample#enabled", "true"),
          Map.entry("jdk.NativeMethodSample#period", "4 ms"),
          Map.entry("jdk.ObjectAllocationInNewTLAB#enabled", "true"),
          Map.entry("jdk.ObjectAllocationInNewTLAB#stackTrace", "true"),
          Map.entry("jdk.ObjectAllocationOutsideTLAB#enabled", "true"),
          Map.entry("jdk.ObjectAllocationOutsideTLAB#stackTrace", "true"),
          Map.entry("jdk.JavaMonitorEnter#enabled", "true"),
          Map.entry("jdk.JavaMonitorEnter#threshold", "100 us"),
          Map.entry("jdk.JavaMonitorEnter#stackTrace", "true"),
          Map.entry("jdk.JavaMonitorWait#enabled", "true"),
          Map.entry("jdk.JavaMonitorWait#threshold", "100 us"),
          Map.entry("jdk.JavaMonitorWait#stackTrace", "true"),
          Map.entry("jdk.ThreadPark#enabled", "true"),
          Map.entry("jdk.ThreadPark#threshold", "100 us"),
          Map.entry("jdk.ThreadPark#stackTrace", "true"),
          Map.entry("jdk.ThreadSleep#enabled", "true"),
          Map.entry("jdk.ThreadSleep#threshold", "0 ns"),
          Map.entry("jdk.ThreadSleep#stackTrace", "true"),
          Map.entry("jdk.SocketRead#enabled", "true"),
          Map.entry("jdk.SocketRead#threshold", "100 us"),
          Map.entry("jdk.SocketRead#stackTrace", "true"),
          Map.entry("jdk.FileWrite#enabled", "true"),
          Map.entry("jdk.FileWrite#threshold", "20 us"),
          Map.entry("jdk.FileWrite#stackTrace", "true"),
          Map.entry("jdk.GCPhasePause#enabled", "true"),
          Map.entry("jdk.GCPhasePause#threshold", "0 ns"));

  private final JMXConnector connector;
  private final FlightRecorderMXBean recorder;
  private final long recording;

  private FlightRecording(JMXConnector connector) throws IOException, JMException {
    this.connector = connector;
    recorder =
        JMX.newMXBeanProxy(
            connector.getMBeanServerConnection(),
            new ObjectName(FlightRecorderMXBean.MXBEAN_NAME),
            FlightRecorderMXBean.class);
    recording = recorder.newRecording();
    recorder.setRecordingSettings(recording, SETTINGS);
    recorder.startRecording(recording);
  }

  /**
   * Has the process {@code pid} begin to record itself.
   *
   * @throws IOException when it can't: it is no JVM, or one without a Flight Recorder
   */
  static FlightRecording start(long pid) throws IOException {
    JMXConnector connector = LocalJvm.connect(pid);
    try {
      return new FlightRecording(connector);
    } catch (JMException | RuntimeException e) {
      connector.close();
      throw new IOException("pid %d can't record itself: %s".formatted(pid, e.getMessage()), e);
    }
  }

  /** Ends it, and has the JVM write it to {@code file}. */
  void end(Path file) throws IOException {
    recorder.stopRecording(recording);
    recorder.copyTo(recording, file.toAbsolutePath().toString());
  }

  @Override
  public void close() throws IOException {
    try {
      recorder.closeRecording(recording);
    } finally {
      connector.close();
    }
  }
}
