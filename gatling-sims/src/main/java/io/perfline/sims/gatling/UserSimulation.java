package io.perfline.sims.gatling;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LogEvent;
import io.perfline.core.run.RawMaterial;
import io.perfline.sims.gatling.GatlingProcess.GatlingJob;
import io.perfline.sims.gatling.load.GeneratorWatch;
import io.perfline.sims.gatling.load.Pulse;
import io.perfline.sims.gatling.load.SimulationTurns;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A team's own simulation, run unchanged in a JVM of its own. Its event log becomes a case,
 * followed by those requests that are cases as well.
 *
 * @param type the simulation's class
 * @param classPath the folders and jars that contain the simulation, which follow perfline's own
 * @param properties the simulation's system properties, by name
 * @param requests the names of requests that are cases too, by the names of their cases
 * @param warmUp the time after the first request in which requests are not counted
 * @param within its maximum duration
 */
public record UserSimulation(
    String name,
    String target,
    String type,
    List<Path> classPath,
    Map<String, String> properties,
    Map<String, String> requests,
    Duration warmUp,
    Duration within) {
  /**
   * Runs the simulation in a new JVM, and returns its cases.
   *
   * @param folder the folder for the results, which must not contain earlier ones
   * @param parameters the case's settings, by name
   * @param servers the processes whose CPU is measured, by name
   * @param elapsed receives once per second how long the simulation has run
   * @throws Fault (no verdict) if Gatling can't be started or its log can't be read
   */
  public List<CaseResult> run(
      Path folder,
      Map<String, String> parameters,
      Map<String, ProcessHandle> servers,
      Consumer<Duration> elapsed)
      throws InterruptedException {
    return run(
        folder,
        parameters,
        servers,
        elapsed,
        (work, second) -> new GatlingProcess(work, job(Pulse.class)).run(second));
  }

  /**
   * Runs the simulation in a JVM that runs it repeatedly, and returns its case.
   *
   * @param folder the folder for the results, which must not contain earlier ones
   * @param parameters the case's settings, by name
   * @param elapsed receives once per second how long the simulation has run
   * @throws Fault (no verdict) if Gatling can't be started or its log can't be read
   */
  public CaseResult turn(
      GatlingTurns turns, Path folder, Map<String, String> parameters, Consumer<Duration> elapsed)
      throws InterruptedException {
    GatlingRun run = (work, second) -> turns.run(work, job(SimulationTurns.class), second);
    return run(folder, parameters, Map.of(), elapsed, run).get(0);
  }

  /** Runs Gatling, and returns the reasons why the result is not valid. */
  private interface GatlingRun {
    List<String> in(Path work, Consumer<Duration> elapsed) throws InterruptedException;
  }

  private List<CaseResult> run(
      Path folder,
      Map<String, String> parameters,
      Map<String, ProcessHandle> servers,
      Consumer<Duration> elapsed,
      GatlingRun gatling)
      throws InterruptedException {
    String file = RawMaterial.fileName(name, target);
    Path work = folder.toAbsolutePath().resolve(file);
    Instant begun = Instant.now();
    ServerCpuSamples cpu = new ServerCpuSamples(servers);
    List<String> problems = new ArrayList<>(gatling.in(work, cpu.and(elapsed)));
    RequestTally tally = new RequestTally(warmUp);
    GatlingLoad.readLog(work, tally::add, problems);
    try {
      GeneratorWatch watch = GeneratorWatch.read(work.resolve(GeneratorWatch.FILE));
      KeptSeconds seconds = new KeptSeconds(folder.toAbsolutePath(), servers.keySet());
      CountedLoad all = tally.count();
      if (!all.isNothing()) {
        seconds.keep(file, all, watch, cpu);
      }
      HttpCase made = new HttpCase(target, parameters, warmUp, null, begun, watch);
      problems.addAll(made.problems(all, true));
      List<CaseResult> cases = new ArrayList<>();
      cases.add(made.of(name, all, problems(name, all, problems)));
      for (Map.Entry<String, String> request : requests.entrySet()) {
        CountedLoad part = tally.count(request.getValue());
        if (!part.isNothing()) {
          seconds.keep(RawMaterial.fileName(request.getKey(), target), part.from(), part.seconds());
        }
        cases.add(made.of(request.getKey(), part, problems(request.getKey(), part, problems)));
      }
      return cases;
    } catch (IOException e) {
      throw Fault.noVerdict("cannot save the raw data of " + name + " in " + folder, e);
    }
  }

  private GatlingJob job(Class<?> main) {
    String libraries =
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    return new GatlingJob(
        main.getName(),
        type,
        System.getProperty("java.class.path") + File.pathSeparator + libraries,
        properties,
        null,
        within);
  }

  private static List<String> problems(String name, CountedLoad counted, List<String> ofAll) {
    List<String> all = new ArrayList<>(ofAll);
    if (!counted.isNothing() && counted.sent() == 0) {
      all.add("the simulation made no request of the name of " + name);
    }
    return all;
  }

  /**
   * Counts the events of any simulation. A request counts if it was sent after the warm-up, in the
   * second of its response. Only the simulation knows the intended send times, so the response time
   * equals the service time.
   */
  private static final class RequestTally {

    private final Duration warmUp;
    private final List<LogEvent.Request> requests = new ArrayList<>();
    private final List<LogEvent.User> users = new ArrayList<>();
    private final List<LogEvent.Crash> crashes = new ArrayList<>();

    /**
     * @param warmUp the time after the first request in which requests are not counted
     */
    public RequestTally(Duration warmUp) {
      this.warmUp = warmUp;
    }

    public void add(LogEvent event) {
      if (event instanceof LogEvent.Request request) {
        requests.add(request);
      } else if (event instanceof LogEvent.User user) {
        users.add(user);
      } else if (event instanceof LogEvent.Crash crash) {
        crashes.add(crash);
      }
    }

    /** Returns the counts of all events; called after the last event. */
    public CountedLoad count() {
      return count(request -> true, users, crashes);
    }

    /**
     * Returns the counts of the requests with a name; its seconds begin with those of all requests.
     */
    public CountedLoad count(String name) {
      return count(request -> request.name().equals(name), List.of(), List.of());
    }

    private CountedLoad count(
        Predicate<LogEvent.Request> which, List<LogEvent.User> came, List<LogEvent.Crash> failed) {
      long first = requests.stream().mapToLong(LogEvent.Request::start).min().orElse(0);
      long from = first + warmUp.toMillis();
      long until = requests.stream().mapToLong(LogEvent.Request::end).max().orElse(0);
      if (until <= from) {
        return CountedLoad.nothing(failed.size());
      }
      RequestCount count = new RequestCount(from, until, came);
      List<LogEvent.Request> sent =
          requests.stream().filter(one -> one.start() >= from).filter(which).toList();
      sent.forEach(request -> count.add(request, request.start(), 0));
      failed.stream().filter(crash -> crash.at() >= from).forEach(count::add);
      return count.counted(sent.size(), 0, List.of());
    }
  }
}
