package io.perfline.sims.gatling;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Case;
import io.perfline.core.run.Generator;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.engine.Starvation;
import io.perfline.sims.gatling.load.GeneratorWatch;
import io.perfline.sims.gatling.simulation.WatchedGatling;
import io.perfline.sims.gatling.tally.Counted;
import io.perfline.sims.gatling.tally.RequestTally;
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
 * requests that are cases of their own behind it.
 *
 * @param name of the case
 * @param target what it is aimed at
 * @param type the simulation's class
 * @param classPath folders and jars that hold it, behind perfline's own
 * @param properties system properties for it, by name
 * @param requests names of requests that are cases too, by the names of their cases
 * @param warmUp from its first request on; what goes out in it isn't counted
 * @param within how long it may take
 */
public record OwnSimulation(
    String name,
    String target,
    String type,
    List<Path> classPath,
    Map<String, String> properties,
    Map<String, String> requests,
    Duration warmUp,
    Duration within) {
  private static final double MILLIS = 1000.0;

  /** What Gatling ends with when assertions of the simulation don't hold. */
  private static final String ASSERTIONS = "ended with code 2";

  /**
   * Runs it to its end.
   *
   * @param folder of its results, which holds no earlier ones
   * @param parameters the case's setting, by name
   * @param servers those whose CPU can be seen, by name
   * @param elapsed is told once a second how long it has run
   * @throws Fault (no verdict) when Gatling can't be started or its log can't be read
   */
  public List<Case> run(
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
              ? "assertions of the simulation itself do not hold: " + problem
              : problem);
    }
    RequestTally tally = new RequestTally(warmUp);
    GatlingLoad.readLog(
        work.resolve(GatlingProcess.REPORT).resolve("simulation.log"), tally::add, problems);
    try {
      GeneratorWatch watch = GeneratorWatch.read(work.resolve(GeneratorWatch.FILE));
      KeptSeconds seconds = new KeptSeconds(folder.toAbsolutePath(), servers.keySet());
      Counted all = tally.count();
      if (!all.isNothing()) {
        seconds.keep(file, all, watch, cpu);
      }
      problems.addAll(problems(all, watch));
      List<Case> cases = new ArrayList<>();
      cases.add(measured(name, all, begun, watch, parameters, problems));
      for (Map.Entry<String, String> request : requests.entrySet()) {
        Counted part = tally.count(request.getValue());
        if (!part.isNothing()) {
          seconds.keep(RawMaterial.fileName(request.getKey(), target), part.from(), part.seconds());
        }
        cases.add(measured(request.getKey(), part, begun, watch, parameters, problems));
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
        WatchedGatling.class.getName(),
        type,
        System.getProperty("java.class.path") + File.pathSeparator + libraries,
        properties,
        null,
        within);
  }

  private Case measured(
      String as,
      Counted counted,
      Instant begun,
      GeneratorWatch watch,
      Map<String, String> parameters,
      List<String> problems) {
    boolean nothing = counted.isNothing();
    List<String> own = new ArrayList<>(problems);
    if (!nothing && counted.sent() == 0) {
      own.add("the simulation made no request of the name of " + as);
    }
    Generator generator =
        watch
            .health(counted.from(), counted.until())
            .atRate(
                null, nothing ? 0 : counted.sent() * MILLIS / (counted.until() - counted.from()));
    return Case.builder(as, target)
        .parameters(parameters)
        .period(
            nothing ? begun : Instant.ofEpochMilli(counted.from()),
            nothing ? begun : Instant.ofEpochMilli(counted.end()),
            warmUp.toMillis())
        .counts(counted.total().requests(), counted.total().messages(), 0)
        .errors(counted.errors())
        .times(
            TimeDistribution.of(counted.total().response()),
            TimeDistribution.of(counted.total().service()))
        .generator(generator)
        .problems(own)
        .build();
  }

  private static List<String> problems(Counted all, GeneratorWatch watch) {
    if (all.isNothing()) {
      return all.problems();
    }
    double still = watch.health(all.from(), all.until()).stillMillis();
    List<String> problems = new ArrayList<>(Starvation.problems(still, all.until() - all.from()));
    if (all.total().requests() == 0) {
      problems.add("no request came back without error");
    }
    return problems;
  }
}
