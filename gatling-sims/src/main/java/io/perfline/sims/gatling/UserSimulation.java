package io.perfline.sims.gatling;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import io.perfline.sims.gatling.GatlingProcess.GatlingJob;
import io.perfline.sims.gatling.load.GeneratorWatch;
import io.perfline.sims.gatling.load.Pulse;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A team's own simulation, run as it is in a JVM of its own; its event log becomes a case, with the
 * requests that are cases of their own after it.
 *
 * @param name of the case
 * @param target what it is aimed at
 * @param type the simulation's class
 * @param classPath folders and jars that hold it, after perfline's own
 * @param properties system properties for it, by name
 * @param requests names of requests that are cases too, by the names of their cases
 * @param warmUp from its first request on; what goes out in it isn't counted
 * @param within how long it may take
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
  /** Gatling's exit code for failed assertions of a simulation. */
  private static final String ASSERTIONS = "ended with code 2";

  /**
   * @param folder of its results, without earlier ones
   * @param parameters the case's setting, by name
   * @param servers those whose CPU can be seen, by name
   * @param elapsed receives once a second how long it has run
   * @throws Fault (no verdict) when Gatling can't be started or its log can't be read
   */
  public List<CaseResult> run(
      Path folder,
      Map<String, String> parameters,
      Map<String, ProcessHandle> servers,
      Consumer<Duration> elapsed)
      throws InterruptedException {
    String file = RawMaterial.fileName(name, target);
    Path work = folder.toAbsolutePath().resolve(file);
    Instant begun = Instant.now();
    ServerCpuSamples cpu = new ServerCpuSamples(servers);
    List<String> problems = new ArrayList<>();
    for (String problem : new GatlingProcess(work, job()).run(cpu.and(elapsed))) {
      problems.add(
          problem.contains(ASSERTIONS)
              ? "assertions of the simulation itself failed: " + problem
              : problem);
    }
    RequestTally tally = new RequestTally(warmUp);
    GatlingLoad.readLog(work, tally::add, problems);
    try {
      GeneratorWatch watch = GeneratorWatch.read(work.resolve(GeneratorWatch.FILE));
      KeptSeconds seconds = new KeptSeconds(folder.toAbsolutePath(), servers.keySet());
      Counted all = tally.count();
      if (!all.isNothing()) {
        seconds.keep(file, all, watch, cpu);
      }
      HttpCase made = new HttpCase(target, parameters, warmUp, null, begun, watch);
      problems.addAll(made.problems(all, true));
      List<CaseResult> cases = new ArrayList<>();
      cases.add(made.of(name, all, problems(name, all, problems)));
      for (Map.Entry<String, String> request : requests.entrySet()) {
        Counted part = tally.count(request.getValue());
        if (!part.isNothing()) {
          seconds.keep(RawMaterial.fileName(request.getKey(), target), part.from(), part.seconds());
        }
        cases.add(made.of(request.getKey(), part, problems(request.getKey(), part, problems)));
      }
      return cases;
    } catch (IOException e) {
      throw Fault.noVerdict("cannot keep the raw material of " + name + " in " + folder, e);
    }
  }

  private GatlingJob job() {
    String libraries =
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    return new GatlingJob(
        Pulse.class.getName(),
        type,
        System.getProperty("java.class.path") + File.pathSeparator + libraries,
        properties,
        null,
        within);
  }

  private static List<String> problems(String as, Counted counted, List<String> ofAll) {
    List<String> all = new ArrayList<>(ofAll);
    if (!counted.isNothing() && counted.sent() == 0) {
      all.add("the simulation made no request of the name of " + as);
    }
    return all;
  }
}
