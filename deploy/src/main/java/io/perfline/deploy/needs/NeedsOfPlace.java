package io.perfline.deploy.needs;

import io.perfline.core.environment.HostPort;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.project.needs.Need;
import io.perfline.core.project.needs.NeedVariables;
import io.perfline.core.run.ServerCost;
import io.perfline.deploy.process.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The needs of the build that runs in one of the two places of a comparison. They start in the
 * order of {@code perf.yml}, and stop in the opposite order. Their ports are those of the place.
 */
public final class NeedsOfPlace implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";

  private static final String ELSEWHERE =
      ServerCost.NEED
          + " runs elsewhere, where the builds can't be distinguished, so that its CPU time"
          + " and memory are unknown: start it by 'command', or name the 'database' of each build"
          + " in a PostgreSQL on this machine";

  private final Path home;
  private final int place;
  private final Path logs;
  private final Map<String, Integer> ports = new HashMap<>();
  private final List<RunningNeed> running = new ArrayList<>();
  private boolean seeded;
  private String side = "";

  /**
   * @param home the project's folder
   * @param place 1 or 2
   * @param logs the folder of the logs
   */
  public NeedsOfPlace(Path home, int place, Path logs) {
    this.home = home.toAbsolutePath();
    this.place = place;
    this.logs = logs;
  }

  /**
   * Returns the variables of needs in this place, whether or not they run.
   *
   * @param side the name of the build that has these needs
   */
  public synchronized NeedVariables variables(Map<String, Need> needs, String side) {
    if (needs.isEmpty()) {
      return NeedVariables.NONE;
    }
    Map<String, String> values = new TreeMap<>(Map.of(NeedVariables.SIDE, side));
    needs.forEach(
        (name, need) -> {
          HostPort address = address(need);
          values.put(name + ".host", address.host());
          values.put(name + ".port", Integer.toString(address.port()));
          values.put(name + ".dir", folder().resolve(name).toString());
        });
    return new NeedVariables(values);
  }

  private HostPort address(Need need) {
    return need.address() != null
        ? need.address()
        : new HostPort(LOOPBACK, ports.computeIfAbsent(need.name(), name -> Ports.free()));
  }

  private Path folder() {
    return StateFolder.NEEDS.in(home).resolve(Integer.toString(place));
  }

  /**
   * Stops the needs of the build that ran here before, starts others, and waits until they are
   * ready.
   *
   * @param side the name of the build that has these needs
   * @param folder the working folder of their commands
   * @return the variables of the needs
   * @throws NeedFailure if one can't be prepared or started
   */
  public NeedVariables start(Map<String, Need> needs, String side, Path folder)
      throws InterruptedException {
    close();
    this.side = side;
    NeedVariables values = variables(needs, side);
    NeedVariables ofCommands = values.with(ServiceUnderTest.SIDE_DIR, folder().toString());
    for (Need need : needs.values()) {
      HostPort address = address(need);
      Path log = logs.resolve("need-%s-%s.log".formatted(need.name(), side));
      NeedShell shell = new NeedShell(need.name(), ofCommands, folder, log, address.port());
      RunningNeed one =
          new RunningNeed(
              need,
              shell,
              address,
              home,
              folder().resolve(need.name()),
              "%d-%s".formatted(place, need.name()));
      running.add(one);
      one.start();
    }
    return values;
  }

  /** Fills the needs, once after each start. */
  public void seed() throws InterruptedException {
    if (!seeded) {
      for (RunningNeed need : running) {
        need.seed();
      }
      seeded = true;
    }
  }

  /** Restores the data of the needs. */
  public void reset() throws InterruptedException {
    for (RunningNeed need : running) {
      need.reset();
    }
  }

  /** Returns what the folder of each need contains, for a disk that is full. */
  public String usedDisk() {
    return running.stream()
        .map(
            need ->
                "the need '%s' of the %s uses %d MiB"
                    .formatted(need.name(), side, need.usedBytes() >> 20))
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns how the first need that ended by itself did so, by the need's name: its exit code and
   * the end of its log.
   */
  public Optional<Map.Entry<String, String>> ended() {
    return running.stream()
        .flatMap(need -> need.ended().map(how -> Map.entry(need.name(), how)).stream())
        .findFirst();
  }

  /** Returns the shells of the needs' commands, by the name of the need. */
  public Map<String, ProcessHandle> processes() {
    Map<String, ProcessHandle> processes = new LinkedHashMap<>();
    running.forEach(
        need -> need.process().ifPresent(process -> processes.put(need.name(), process)));
    return processes;
  }

  /**
   * Returns the names of databases or roles by which the backends of a PostgreSQL on this machine
   * can be distinguished, by the name of the need.
   */
  public Map<String, String> databases() {
    Map<String, String> names = new TreeMap<>();
    running.forEach(need -> need.database().ifPresent(name -> names.put(need.name(), name)));
    return names;
  }

  /** Returns the ids of the containers of needs, by the name of the need. */
  public Map<String, List<String>> containers() {
    Map<String, List<String>> ids = new TreeMap<>();
    running.stream()
        .filter(need -> !need.containers().isEmpty())
        .forEach(need -> ids.put(need.name(), need.containers()));
    return ids;
  }

  /** Returns why the resources of some needs can't be read; empty if those of all can. */
  public String unmetered() {
    return running.stream()
        .filter(need -> need.process().isEmpty() && need.database().isEmpty())
        .filter(need -> need.containers().isEmpty())
        .map(need -> ELSEWHERE.formatted(need.name()))
        .collect(Collectors.joining("; "));
  }

  @Override
  public void close() {
    seeded = false;
    if (running.isEmpty()) {
      return;
    }
    RuntimeException failed = null;
    while (!running.isEmpty()) {
      try {
        running.remove(running.size() - 1).close();
      } catch (RuntimeException e) {
        failed = e; // The others are stopped first.
      }
    }
    if (failed != null) {
      throw failed;
    }
    try {
      FileTree.delete(folder());
    } catch (IOException e) {
      throw new NeedFailure("cannot delete %s: %s".formatted(folder(), e), e);
    }
  }
}
