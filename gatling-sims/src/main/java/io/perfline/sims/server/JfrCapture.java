package io.perfline.sims.server;

import io.perfline.core.run.JfrSlice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import jdk.management.jfr.FlightRecorderMXBean;

/**
 * Records the processes of both builds with Java Flight Recorder, and keeps a list of the slices of
 * load.
 */
public final class JfrCapture implements AutoCloseable {

  /** The default interval, in pairs, at which allocations and waits are recorded. */
  public static final int DETAILED_EVERY = 4;

  /** The smallest number of pairs with details in each deployment. */
  private static final int MIN_DETAILED_PAIRS = 5;

  private final Clock clock;
  private final List<FlightRecording> processes = new ArrayList<>();
  private final List<JfrSlice> slices = new ArrayList<>();

  private JfrCapture(Clock clock) {
    this.clock = clock;
  }

  /**
   * Starts the recordings.
   *
   * @throws IOException if a process cannot record itself
   */
  public static JfrCapture start(List<Long> pids, Clock clock) throws IOException {
    JfrCapture capture = new JfrCapture(clock);
    try {
      for (long pid : pids) {
        capture.processes.add(FlightRecording.start(pid));
      }
      return capture;
    } catch (IOException e) {
      capture.close();
      throw e;
    }
  }

  /** Returns the current time by this machine's clock, which also times the recorded events. */
  public Instant now() {
    return clock.instant();
  }

  /**
   * Returns the interval, in pairs, at which details are recorded. It is shorter for deployments
   * with few pairs.
   */
  public static int detailedEvery(int pairs) {
    return Math.max(1, Math.min(DETAILED_EVERY, pairs / MIN_DETAILED_PAIRS));
  }

  /** Starts or stops recording allocations and waits, which costs far more than sampling. */
  public void details(boolean recorded) {
    processes.forEach(process -> process.details(recorded));
  }

  /** Adds a slice that was driven. */
  public void add(JfrSlice slice) {
    slices.add(slice);
  }

  List<JfrSlice> slices() {
    return slices;
  }

  /** Stops the recordings and writes one file per process. */
  public List<String> end(Path folder, String name) throws IOException {
    List<String> files = new ArrayList<>();
    for (FlightRecording process : processes) {
      String file = processes.size() == 1 ? name + ".jfr" : name + "-" + files.size() + ".jfr";
      process.end(folder.resolve(file));
      files.add(file);
    }
    return files;
  }

  @Override
  public void close() throws IOException {
    for (FlightRecording process : processes) {
      process.close();
    }
  }

  /** A flight recording of a JVM on this machine, controlled through JMX. */
  private static final class FlightRecording implements AutoCloseable {

    /** Events that cost almost nothing because they are rare. */
    private static final Map<String, String> SAMPLES =
        Map.of(
            "jdk.ExecutionSample#enabled", "true",
            "jdk.ExecutionSample#period", "10 ms",
            // One round of the sampler takes one period, so the number of samples shows the number
            // of rounds.
            "jdk.NativeMethodSample#enabled", "true",
            "jdk.NativeMethodSample#period", "10 ms",
            // Java 25 and later have this event on Linux; earlier versions ignore it.
            "jdk.CPUTimeSample#enabled", "true",
            "jdk.CPUTimeSample#throttle", "10 ms",
            "jdk.GCPhasePause#enabled", "true",
            "jdk.GCPhasePause#threshold", "0 ns");

    /** Allocations and longer waits: thousands of events per second, each with a stack trace. */
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

    /** Starts or stops recording allocations and waits. */
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
      try {
        recorder.setRecordingSettings(recording, settings);
      } catch (UndeclaredThrowableException e) { // of a JVM that has ended
        throw new UncheckedIOException(new IOException("the recorded JVM: " + e.getCause(), e));
      }
    }

    /**
     * Starts a recording of process {@code pid}.
     *
     * @throws IOException if the process cannot be recorded, for instance because it has no Flight
     *     Recorder
     */
    static FlightRecording start(long pid) throws IOException {
      JMXConnector connector = LocalJvm.connect(pid);
      try {
        return new FlightRecording(connector);
      } catch (JMException | RuntimeException e) {
        connector.close();
        throw new IOException(
            "process %d can't be recorded by JFR: %s".formatted(pid, e.getMessage()), e);
      }
    }

    /**
     * Stops the recording and writes it to {@code file}.
     *
     * @throws IOException if the process has ended, or the recording was stopped by others
     */
    void end(Path file) throws IOException {
      try {
        recorder.stopRecording(recording);
        recorder.copyTo(recording, file.toAbsolutePath().toString());
      } catch (RuntimeException e) {
        throw new IOException("the recorded JVM: " + (e.getCause() == null ? e : e.getCause()), e);
      }
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
}
