package io.perfline.sims.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import jdk.management.jfr.FlightRecorderMXBean;

/** A recording that a JVM of this machine makes of itself, asked for by JMX. */
final class FlightRecording implements AutoCloseable {

  /** As many samples as cost too little to be seen beside the load. */
  private static final Map<String, String> SAMPLES =
      Map.of(
          "jdk.ExecutionSample#enabled", "true",
          "jdk.ExecutionSample#period", "10 ms",
          // One a round of the sampler, which so tells how many rounds there were.
          "jdk.NativeMethodSample#enabled", "true",
          "jdk.NativeMethodSample#period", "10 ms",
          "jdk.GCPhasePause#enabled", "true",
          "jdk.GCPhasePause#threshold", "0 ns");

  /**
   * Allocations, and what keeps a thread waiting, from how long on: thousands a second, each with
   * its stack.
   */
  private static final Map<String, String> DETAILS =
      Map.of(
          "jdk.ObjectAllocationInNewTLAB", "0 ns",
          "jdk.ObjectAllocationOutsideTLAB", "0 ns",
          "jdk.JavaMonitorEnter", "100 us",
          "jdk.JavaMonitorWait", "100 us",
          "jdk.ThreadPark", "100 us",
          "jdk.ThreadSleep", "0 ns",
          "jdk.SocketRead", "100 us",
          "jdk.FileWrite", "20 us");

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
    recorder.setRecordingSettings(recording, SAMPLES);
    recorder.startRecording(recording);
  }

  /** Has it record allocations and waits from now on, or no more. */
  void details(boolean recorded) {
    Map<String, String> settings = new HashMap<>(SAMPLES);
    if (recorded) {
      DETAILS.forEach(
          (event, threshold) -> {
            settings.put(event + "#enabled", "true");
            settings.put(event + "#threshold", threshold);
            settings.put(event + "#stackTrace", "true");
          });
    }
    recorder.setRecordingSettings(recording, settings);
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
