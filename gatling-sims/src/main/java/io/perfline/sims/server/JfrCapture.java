package io.perfline.sims.server;

import io.perfline.core.run.JfrSlice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The processes of both builds while they record themselves, and the slices of load meanwhile. */
public final class JfrCapture implements AutoCloseable {

  /** Among so many pairs of slices is one in which allocations and waits are recorded. */
  public static final int DETAILED_EVERY = 4;

  /** In either of two deployments; fewer would tell nothing. */
  private static final int FEWEST_DETAILED = 5;

  private final Clock clock;
  private final List<FlightRecording> processes = new ArrayList<>();
  private final List<JfrSlice> slices = new ArrayList<>();

  private JfrCapture(Clock clock) {
    this.clock = clock;
  }

  /**
   * Has processes begin to record themselves.
   *
   * @throws IOException when one of them can't
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

  /** What the recorded events are stamped by: the server's clock, which is this machine's. */
  public Instant now() {
    return clock.instant();
  }

  /** The same where a deployment has so few pairs that one in four would tell nothing. */
  public static int detailedEvery(int pairs) {
    return Math.max(1, Math.min(DETAILED_EVERY, pairs / FEWEST_DETAILED));
  }

  /**
   * Has allocations and waits recorded from now on, or no more: they cost far more than samples, so
   * that it is done now and then.
   */
  public void details(boolean recorded) {
    processes.forEach(process -> process.details(recorded));
  }

  /** Notes a slice that was driven. */
  public void add(JfrSlice slice) {
    slices.add(slice);
  }

  List<JfrSlice> slices() {
    return slices;
  }

  /** Ends it, with a file a process. */
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
}
