package io.perfline.sims.gatling;

import io.perfline.core.command.Fault;
import io.perfline.core.run.EventLog;
import io.perfline.core.run.LogEvent;
import io.perfline.core.run.RawMaterial;
import io.perfline.sims.gatling.GatlingProcess.GatlingJob;
import io.perfline.sims.gatling.load.GeneratorWatch;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpSimulation;
import io.perfline.sims.gatling.load.LevelResult;
import io.perfline.sims.gatling.load.RecorderSimulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs an HTTP load with Gatling and turns its event log into a case. In addition to {@code
 * NAME.hlog} and {@code NAME.seconds.csv}, and the same files for each part of a load of visitors,
 * the folder {@code NAME/} contains Gatling's event log, its output, the description of the load,
 * and Gatling's own report ({@code report/index.html}, except in an installed perfline, which does
 * not contain Gatling's charts).
 *
 * @param servers the processes whose CPU is measured, by name
 */
public record GatlingLoad(Path run, Map<String, ProcessHandle> servers) {

  private static final String TARGET = "recorder";

  /**
   * Runs the load and returns its result, which is a case with problems if it is not valid.
   *
   * @param name the case's name, as in {@code http/record}
   * @param parameters the case's settings, by name
   * @param elapsed receives once per second how long Gatling has run, which includes about two
   *     seconds for its start and one for its report
   * @throws Fault (no verdict) if Gatling can't be started or its log can't be read
   * @throws InterruptedException if interrupted; Gatling has ended by then
   */
  public HttpResult run(
      String name, Map<String, String> parameters, HttpLoad load, Consumer<Duration> elapsed)
      throws InterruptedException {
    Path folder = run.resolve("http").toAbsolutePath();
    String file = RawMaterial.fileName(name, TARGET);
    Path work = folder.resolve(file);
    if (Files.exists(work)) {
      throw Fault.configuration(
          work + " contains an earlier load: choose another folder for this run");
    }
    Instant begun = Instant.now();
    ServerCpuSamples cpu = new ServerCpuSamples(servers);
    List<String> problems =
        new ArrayList<>(
            new GatlingProcess(work, GatlingJob.of(RecorderSimulation.class, load))
                .run(cpu.and(elapsed)));
    try {
      GeneratorWatch watch = GeneratorWatch.read(work.resolve(GeneratorWatch.FILE));
      CountedLoad counted = count(load, watch, work, problems);
      if (!counted.isNothing()) {
        KeptSeconds seconds = new KeptSeconds(folder, servers.keySet());
        seconds.keep(file, counted, watch, cpu);
        for (Map.Entry<String, List<SecondTally>> part : counted.parts().entrySet()) {
          String partFile = RawMaterial.partName(name, TARGET, part.getKey());
          seconds.keep(partFile, counted.from(), part.getValue());
        }
      }
      // A capacity search looks for the level at which the service no longer responds.
      boolean search = load.simulation() == HttpSimulation.BROWSE;
      Double rate = search ? null : load.ownRate();
      HttpCase cases = new HttpCase(TARGET, parameters, load.warmUp(), rate, begun, watch);
      problems.addAll(cases.problems(counted, search));
      return new HttpResult(cases.of(name, counted, problems), counted.acknowledged());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot save the raw data of " + name + " in " + folder, e);
    }
  }

  private static CountedLoad count(
      HttpLoad load, GeneratorWatch watch, Path work, List<String> problems) throws IOException {
    SteadyTally steady = new SteadyTally(load);
    PageTally pages = new PageTally(load, LevelResult.read(work.resolve(LevelResult.FILE)), watch);
    Consumer<LogEvent> both = steady::add;
    readLog(work, both.andThen(pages::add), problems);
    return switch (load.simulation()) {
      case RECORD -> steady.count();
      case BROWSE -> pages.count();
      case MIXED -> steady.count().withVisitors(pages.count());
    };
  }

  /**
   * Passes every event of Gatling's log in {@code work} to {@code sink}, and adds what is wrong
   * with the log to {@code problems}.
   */
  static void readLog(Path work, Consumer<LogEvent> sink, List<String> problems) {
    Path log = work.resolve(GatlingProcess.REPORT).resolve("simulation.log");
    if (!Files.exists(log)) {
      problems.add("Gatling wrote no event log");
    } else if (!EventLog.read(log, sink)) {
      problems.add("Gatling's event log is cut off in the middle of an event: " + log);
    }
  }
}
