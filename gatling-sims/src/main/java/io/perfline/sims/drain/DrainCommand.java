package io.perfline.sims.drain;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.file.StateFolder;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.project.Durations;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Machine;
import io.perfline.core.run.NewRunOption;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.deploy.stack.StackDirectory;
import io.perfline.sims.cases.FailedCase;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.run.CaseSelection;
import io.perfline.sims.run.Console;
import io.perfline.sims.run.Interruption;
import io.perfline.sims.run.RunFolder;
import io.perfline.sims.run.RunPlan;
import io.perfline.sims.run.RunStage;
import io.perfline.sims.server.CaseWatch;
import io.perfline.sims.server.ForeignCpu;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./perfline drain} stops the recorder under load and accounts for every message. */
@Command(
    name = "drain",
    description = "Stops the recorder under load, counts lost messages, and writes RUN/run.json.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all cases were validly measured",
      "2:wrong usage or configuration",
      "3:a case is invalid (run.json contains the reason), or nothing was measured"
    },
    footer = {
      "",
      "It starts a separate recorder in a separate Tomcat, with the environment's" + " Kafka.",
      "perfline gate RUN judges drain.lost and drain.time."
    })
public final class DrainCommand implements Callable<Integer> {

  /** The profile of the cases that stop the service; it has no other cases. */
  static final String PROFILE = "drain";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CASE",
      arity = "0..*",
      description = "Cases, such as drain/sigterm_http; default all.")
  private List<String> wanted = List.of();

  @Option(
      names = "--war",
      paramLabel = "FILE",
      description = "The recorder; default that of perf.yml.")
  private Path war;

  @Mixin private NewRunOption out;

  @Mixin private ProjectOption service;

  @Mixin private EnvironmentOption environment;

  private final Path home = Homes.project();
  private final Clock clock = Clock.systemUTC();

  @Override
  public Integer call() throws IOException {
    RunPlan plan = RunPlan.of(service.find(home).orElseGet(() -> Project.ofServers(home)), home);
    List<CasePlan> catalogue = plan.catalogue();
    List<CasePlan> plans = new CaseSelection(catalogue).of(PROFILE, wanted);
    Environment servers = plan.environment(environment);
    Path recorder = war == null ? plan.project().war() : war;
    if (!Files.isRegularFile(recorder)) {
      throw Fault.configuration("there is no %s: perfline build makes it".formatted(recorder));
    }
    RunFolder.refuseTaken(out.folder());
    String id = RunFolder.id(out.folder());
    Instant started = clock.instant();
    String scope = "drain-%08x%08x".formatted(id.hashCode(), started.hashCode());
    Path tomcat = StateFolder.DRAIN.in(home);
    Run run;
    try (ProjectLock lock = ProjectLock.take(home, "perfline drain", spec.commandLine().getOut());
        Interruption interruption = Interruption.of(Thread.currentThread());
        DrainedRecorder own =
            new DrainedRecorder(home, recorder, tomcat, servers.kafka(), scope, settings())) {
      own.start();
      run = run(id, started, own, servers, plans, catalogue);
      interruption.check();
      RunFile.write(out.folder(), run);
    } catch (DriverException e) {
      throw Fault.noVerdict(e.getMessage(), e);
    } catch (InterruptedException e) {
      throw Fault.noVerdict("interrupted: no run.json is written", e);
    }
    RunFolder.print(spec.commandLine().getOut(), out.folder(), run);
    return 0;
  }

  /** Returns the recorder's settings in this process's environment. */
  private static Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>(System.getenv());
    settings.keySet().removeIf(name -> !name.startsWith("RECORDER_"));
    return settings;
  }

  private Run run(
      String id,
      Instant started,
      DrainedRecorder recorder,
      Environment servers,
      List<CasePlan> plans,
      List<CasePlan> catalogue)
      throws IOException, InterruptedException {
    String deployed = recorder.commit();
    BuildInfo build = BuildInfo.of(home, System.getenv());
    List<CaseResult> cases = new ArrayList<>();
    try (Console console = Console.of(spec.commandLine().getOut(), plans, PROFILE)) {
      for (CasePlan plan : plans) {
        CaseResult result = measured(plan, recorder, servers, console.begins(plan));
        console.ended(result);
        cases.add(result);
      }
    }
    return new Run(
        Run.SCHEMA,
        id,
        build.number(),
        build.branch(),
        build.commit(),
        deployed,
        PROFILE,
        Machine.fingerprint(servers.name()),
        started,
        clock.instant(),
        RunStage.planned(catalogue),
        cases,
        null,
        null);
  }

  private CaseResult measured(
      CasePlan plan, DrainedRecorder recorder, Environment servers, Progress progress)
      throws IOException, InterruptedException {
    Durations durations = plan.paces().get(PROFILE);
    ForeignCpu foreign = new ForeignCpu(() -> StackDirectory.processes(home).values());
    CaseWatch watch = new CaseWatch(null, foreign, clock);
    Progress watched =
        (elapsed, rate, errors) -> {
          watch.tick();
          progress.tick(elapsed, rate, errors);
        };
    try {
      return watch.withResources(
          new DrainedLoad(recorder, servers, out.folder(), clock).run(plan, durations, watched));
    } catch (DriverException e) {
      Map<String, String> parameters = plan.settings().asText();
      return FailedCase.of(plan, parameters, durations, clock.instant(), List.of(e.getMessage()));
    }
  }
}
