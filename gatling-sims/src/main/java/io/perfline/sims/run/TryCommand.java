package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.ProjectOption;
import io.perfline.core.project.RequiredVariable;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.SessionPlan;
import io.perfline.core.run.FailedAnswer;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.sims.cases.ProjectDrivers;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./perfline try} runs scenarios once and shows their requests, responses and checks. */
@Command(
    name = "try",
    description =
        "Runs a scenario of perf.yml once: shows each request and answer, and explains each check.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all checks were met",
      "1:a check was not met",
      "2:wrong usage or configuration",
      "3:the service could not be reached"
    })
public final class TryCommand implements Callable<Integer> {

  /** Builds the service, as {@code perfline ci} does before it measures. */
  @FunctionalInterface
  public interface Build {
    void run(Project project, PrintWriter out) throws InterruptedException;
  }

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      arity = "0..*",
      description = "Scenarios of perf.yml; default all.")
  private List<String> wanted = List.of();

  @Option(names = "--schema", description = "Only prints the JSON Schema of perf.yml, for editors.")
  private boolean schema;

  @Mixin private ProjectOption service;
  @Mixin private EnvironmentOption environment;

  private final Build build;

  /** Creates a command that runs the service as it was built before. */
  public TryCommand() {
    this((project, out) -> {});
  }

  public TryCommand(Build build) {
    this.build = build;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path home = Homes.project();
    PrintWriter out = spec.commandLine().getOut();
    if (schema) {
      out.println(ProjectFile.schema().toPrettyString());
      return 0;
    }
    Project project = service.required(home);
    List<Scenario> scenarios = scenarios(project);
    project.requireVariables(System.getenv());
    RequiredVariable.check(
        scenarios.stream().flatMap(scenario -> scenario.variables().stream()).toList(),
        System.getenv());
    try (ProjectLock lock = ProjectLock.take(home, project.home(), "perfline try", out)) {
      build.run(project, out);
      return requestAll(project, scenarios, home, out);
    } catch (DriverException e) {
      throw Fault.noVerdict(e.getMessage(), e);
    }
  }

  private int requestAll(Project project, List<Scenario> scenarios, Path home, PrintWriter out)
      throws IOException, InterruptedException {
    Path folder = StateFolder.TRY.in(project.home());
    Files.createDirectories(folder);
    RunPlan plan = RunPlan.of(project, home);
    try (RunPlan.Started started =
        plan.loaded(plan.environment(environment), folder, BaselineComparison.NONE)) {
      started.service().awaitReady(started.service().readyTimeout(), out::println);
      ProjectDrivers drivers = ProjectDrivers.of(project, System.getenv());
      int failed = 0;
      for (Scenario scenario : scenarios) {
        for (SessionPlan session : scenario.sessions()) {
          failed += isMet(scenario, session, drivers, started, out) ? 0 : 1;
        }
      }
      return failed == 0 ? 0 : Fault.EXCEEDED;
    }
  }

  private List<Scenario> scenarios(Project project) {
    Map<String, Scenario> all = project.loads(Scenario.class);
    for (String name : wanted) {
      if (!all.containsKey(name)) {
        throw Fault.configuration(
            "%s has no scenario '%s' of HTTP requests; it has: %s"
                .formatted(project.file(), name, String.join(", ", all.keySet())));
      }
    }
    if (all.isEmpty()) {
      throw Fault.configuration("%s has no scenario of HTTP requests".formatted(project.file()));
    }
    return all.values().stream()
        .filter(scenario -> wanted.isEmpty() || wanted.contains(scenario.name()))
        .toList();
  }

  private static boolean isMet(
      Scenario scenario,
      SessionPlan session,
      ProjectDrivers drivers,
      RunPlan.Started started,
      PrintWriter out) {
    String name =
        scenario.mix().isEmpty() ? scenario.name() : scenario.name() + "/" + session.name();
    out.printf("%n==> %s%n", name);
    String failure =
        drivers
            .scenario(scenario)
            .runOnce(session, started.environment(), exchange -> show(exchange, out));
    out.printf(
        "%n%s%n", failure == null ? "PASS  " + name : "FAIL  %s: %s".formatted(name, failure));
    out.flush();
    return failure == null;
  }

  private static void show(FailedAnswer exchange, PrintWriter out) {
    out.printf("%n%s%n", exchange.request());
    exchange.sent().lines().forEach(line -> out.printf("  > %s%n", line));
    exchange.received().lines().forEach(line -> out.printf("  < %s%n", line));
    exchange.checks().forEach(check -> out.printf("  %s%n", check));
    out.flush();
  }
}
