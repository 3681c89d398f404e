package io.perfline.sims.gatling;

import io.perfline.deploy.command.Fault;
import io.perfline.gate.run.Case;
import io.perfline.gate.run.Generator;
import io.perfline.gate.run.TimeDistribution;
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
 * Runs a load over HTTP by Gatling and turns its event log into a case. Beside {@code NAME.hlog}
 * and {@code NAME.seconds.csv} the folder {@code NAME/} keeps Gatling's own report ({@code
 * report/index.html}), its event log, its output, and what the load was.
 */
public final class GatlingLoad {

  private static final String TARGET = "recorder";
  private static final long LONGEST_SILENCE_MS = 2000;

  private final Path folder;

  /**
   * @param run the run's folder
   */
  public GatlingLoad(Path run) {
    folder = run.resolve("http").toAbsolutePath();
  }

  /**
   * Runs {@code load} to its end.
   *
   * @param name the case's name, as in {@code http/record}
   * @param parameters the case's setting, by name
   * @param elapsed is told once a second how long Gatling has run; starting it takes about two
   *     seconds of this, its report about one
   * @return what was measured; a case with problems when it may not be believed
   * @throws Fault (no verdict) when Gatling can't be started or its log can't be read
   * @throws InterruptedException when interrupted; Gatling is gone then
   */
  public HttpResult run(
      String name, Map<String, String> parameters, HttpLoad load, Consumer<Duration> elapsed)
      throws InterruptedException {
    String file = name.replace('/', '_');
    Path work = folder.resolve(file);
    if (Files.exists(work)) {
      throw Fault.configuration(work + " holds an earlier load: give this run another folder");
    }
    Instant begun = Instant.now();
    List<String> problems =
        new ArrayList<>(new GatlingProcess(work, load.simulation().type(), load).run(elapsed));
    SteadyTally tally = new SteadyTally(load);
    readLog(work.resolve(GatlingProcess.REPORT).resolve("simulation.log"), tally, problems);
    tally.count();
    problems.addAll(tally.problems());
    try {
      GeneratorWatch watch = GeneratorWatch.read(work.resolve(Pulse.FILE));
      if (tally.from() == 0) {
        return new HttpResult(nothing(name, parameters, load, begun, tally, problems), 0);
      }
      new CaseFiles(folder, file).write(tally.from(), tally.seconds());
      addSilence(tally, problems);
      Case measured =
          measured(name, parameters, load, tally, generator(load, tally, watch), problems);
      return new HttpResult(measured, tally.acknowledged());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot keep the raw material of " + name + " in " + folder, e);
    }
  }

  private static void readLog(Path log, SteadyTally tally, List<String> problems) {
    if (!Files.exists(log)) {
      problems.add("Gatling left no event log");
    } else if (!EventLog.read(log, tally::add)) {
      problems.add("Gatling's event log is cut off in the middle of an event: " + log);
    }
  }

  private static void addSilence(SteadyTally tally, List<String> problems) {
    long silence = tally.until() - tally.lastSuccess();
    if (tally.total().requests() == 0) {
      problems.add("no request came back without error");
    } else if (silence > LONGEST_SILENCE_MS) {
      problems.add(
          "no request came back without error in the last %.1f s".formatted(silence / 1000.0));
    }
  }

  private static Generator generator(HttpLoad load, SteadyTally tally, GeneratorWatch watch) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new Generator(
        watch.cpu(tally.from(), tally.until(), cores),
        load.ratePerSecond(),
        tally.sent() / (double) load.duration().toSeconds(),
        watch.longestPauseMillis(tally.from(), tally.until()));
  }

  private static Case measured(
      String name,
      Map<String, String> parameters,
      HttpLoad load,
      SteadyTally tally,
      Generator generator,
      List<String> problems) {
    Second total = tally.total();
    long end = Math.max(tally.until(), tally.lastSuccess());
    return new Case(
        name,
        TARGET,
        parameters,
        Instant.ofEpochMilli(tally.from()),
        Instant.ofEpochMilli(end),
        load.warmUp().toMillis(),
        total.requests(),
        total.messages(),
        total.bytes(),
        tally.errors(),
        total.messages() / ((end - tally.from()) / 1000.0),
        TimeDistribution.of(total.response()),
        TimeDistribution.of(total.service()),
        generator,
        problems);
  }

  private static Case nothing(
      String name,
      Map<String, String> parameters,
      HttpLoad load,
      Instant begun,
      SteadyTally tally,
      List<String> problems) {
    TimeDistribution none = TimeDistribution.of(tally.total().service());
    return new Case(
        name,
        TARGET,
        parameters,
        begun,
        Instant.now(),
        load.warmUp().toMillis(),
        0,
        0,
        0,
        tally.errors(),
        0,
        none,
        none,
        new Generator(Double.NaN, load.ratePerSecond(), 0, Double.NaN),
        problems);
  }
}
