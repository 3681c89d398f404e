package io.perfline.sims.server;

import io.perfline.core.command.Fault;
import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.JfrCase;
import io.perfline.core.run.JfrSlice;
import io.perfline.core.run.RawMaterial;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Records the servers of compared cases into the run's folder. Failures are recorded there too, and
 * do not affect the measurement.
 */
public final class Profiling {

  /** Decides which compared cases are recorded. */
  public enum When {
    NEVER,
    /** Cases that are slower, or cost more, than a limit allows. */
    SLOWER,
    ALWAYS
  }

  @FunctionalInterface
  public interface RecordedLoad {

    /** Drives slices of load and adds each to {@code capture}. */
    void run(JfrCapture capture) throws InterruptedException;
  }

  public static final Profiling NONE =
      new Profiling(Path.of("."), When.NEVER, List.of(), List::of, Clock.systemUTC());

  private final Path run;
  private final When when;
  private final List<String> ownPackages;
  private final Supplier<List<Long>> servers;
  private final Clock clock;
  private final Map<String, JfrCase> before = new TreeMap<>();
  private final Map<String, JfrCase> recorded = new TreeMap<>();

  /**
   * @param ownPackages the packages of the service, see {@link FlightRecordings#ownPackages()}
   * @param servers returns the processes that run the builds, or throws a {@link Fault} with the
   *     reason why they cannot be recorded
   */
  public Profiling(
      Path run, When when, List<String> ownPackages, Supplier<List<Long>> servers, Clock clock) {
    this.run = run;
    this.when = when;
    this.ownPackages = ownPackages;
    this.servers = servers;
    this.clock = clock;
    if (when != When.NEVER) {
      FlightRecordings.readIfPresent(run)
          .ifPresent(read -> read.cases().forEach(jfrCase -> before.put(jfrCase.name(), jfrCase)));
    }
  }

  /**
   * Returns whether to record a case; a case with a recording is not recorded again for more pairs.
   */
  public boolean wants(String name, boolean slower) {
    return (when == When.ALWAYS || (when == When.SLOWER && slower)) && !before.containsKey(name);
  }

  /** Returns whether recording was requested for every comparison. */
  public boolean isAskedFor() {
    return when == When.ALWAYS;
  }

  public void record(String name, int deployment, RecordedLoad load) throws InterruptedException {
    JfrCase soFar = recorded.getOrDefault(name, JfrCase.none(name, null));
    try {
      recorded.put(name, and(soFar, deployment, load));
    } catch (IOException | UncheckedIOException | Fault | DriverException e) {
      recorded.put(name, new JfrCase(name, soFar.files(), soFar.slices(), e.getMessage()));
    }
    List<JfrCase> all = new ArrayList<>(before.values());
    all.addAll(recorded.values());
    new FlightRecordings(FlightRecordings.SCHEMA, ownPackages, all).write(run);
  }

  private JfrCase and(JfrCase soFar, int deployment, RecordedLoad load)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(FlightRecordings.folder(run));
    String file = "%s-%d".formatted(RawMaterial.fileName(soFar.name()), deployment);
    try (JfrCapture capture = JfrCapture.start(servers.get(), clock)) {
      load.run(capture);
      List<String> files = new ArrayList<>(soFar.files());
      files.addAll(capture.end(folder, file));
      List<JfrSlice> slices = new ArrayList<>(soFar.slices());
      slices.addAll(capture.slices());
      return new JfrCase(soFar.name(), files, slices, soFar.problem());
    }
  }
}
