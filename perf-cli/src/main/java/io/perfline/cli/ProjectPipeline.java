package io.perfline.cli;

import static io.perfline.cli.Steps.words;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ToolHome;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunFile;
import io.perfline.gate.GateCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * All stages for a team's own service: only what it needs is started.
 *
 * @param run folder that the run is to have
 * @param profile how long
 * @param thresholds the option {@code --thresholds}, or nothing
 * @param environment the option {@code --environment}, or nothing
 * @param against what to compare with; null: what is found
 * @param live whether its seconds are published while it runs
 * @param why the option {@code --why} of what is compared, or nothing
 */
record ProjectPipeline(
    Project project,
    Path run,
    String profile,
    List<String> thresholds,
    List<String> environment,
    String against,
    boolean live,
    List<String> why) {

  /**
   * @return the exit code: that of the gate, or 3 when something around it failed
   * @throws Fault when there is no run
   */
  int run(Steps steps, OwnStack stack, PrintWriter out, PrintWriter err)
      throws IOException, InterruptedException {
    Path scratch = leftOutOfGit(project.home().resolve(".perf"));
    leftOutOfGit(run.getParent());
    List<String> file = words("--file", project.file());
    List<String> limits =
        thresholds.isEmpty() ? words("--thresholds", project.thresholds()) : thresholds;
    Path cases = scratch.resolve("cases.json");
    Path release = scratch.resolve("release");
    int unusable = steps.stepWithoutOutput("plan", words("run", file, "--list", "--json", cases));
    if (unusable == 0) {
      unusable =
          steps.step(
              "check", words("gate", "--check", "--cases", cases, "--release", release, limits));
    }
    if (unusable != 0) {
      return unusable;
    }
    if (project.service().build() != null
        && steps.step("build", new ServiceBuild(project.service().build(), project.home())::here)
            != 0) {
      throw Fault.noVerdict("'%s' failed: see above".formatted(project.service().build()));
    }
    List<String> baseline = baseline(steps, release, scratch.resolve("baseline.json"), out);
    List<String> servers = setUp(project, environment, steps, stack);
    measure(
        steps, stack, words(file, baseline, limits, servers, baseline.isEmpty() ? List.of() : why));
    int code = steps.step("gate", words("gate", run, limits, history()));
    boolean published = steps.step("publish", words("publish", run, history())) == 0;
    if (published && steps.step("trend", words("trend", run, limits, history())) > 1) {
      err.println("perf ci: level shifts were not looked for: see above");
    }
    boolean reported = steps.step("report", words("report", run)) == 0;
    if (stack.isOurs()) {
      steps.step("stack down", stack::takeDown);
    }
    out.printf("%n%s%nRun: %s%n", steps.times(), run);
    return code == 0 && !(published && reported) ? Fault.NO_VERDICT : code;
  }

  /** Else what was measured would be a change, and the commit be compared with itself. */
  static Path leftOutOfGit(Path folder) throws IOException {
    Path ignored = Files.createDirectories(folder).resolve(".gitignore");
    if (!Files.exists(ignored)) {
      Files.writeString(ignored, "*\n");
    }
    return folder;
  }

  /** In files of the project, unless an environment was named, which may have an InfluxDB. */
  private List<String> history() {
    return environment.isEmpty() ? words("--history", project.history()) : environment;
  }

  /** Nothing when the thresholds compare with nothing that could be measured beside it. */
  private List<String> baseline(Steps steps, Path release, Path found, PrintWriter out)
      throws IOException, InterruptedException {
    boolean compares = Files.readString(release).equals(GateCommand.ANY_BASELINE);
    if (!compares && against == null) {
      return List.of();
    }
    steps.announce("baseline");
    BaselineFile baseline = new ProjectBaseline(project, against).find();
    baseline.write(found);
    out.println(
        baseline.baseline().problem() == null
            ? "compared with " + baseline.baseline().name()
            : "compared with nothing: " + baseline.baseline().problem());
    if (baseline.unchanged() != null) {
      out.println("no load for comparing: " + baseline.unchanged());
    }
    return words("--baseline", found);
  }

  /** A WAR needs a Tomcat, which is the stack's where no environment was named. */
  static List<String> setUp(Project project, List<String> environment, Steps steps, OwnStack stack)
      throws InterruptedException {
    if (project.service().war() == null || !environment.isEmpty()) {
      return environment;
    }
    List<String> tomcat =
        words("--environment", ToolHome.of(Main.home()).resolve("deploy/environments/tomcat.yml"));
    if (steps.silently(words("stack", "status")) != 0) {
      stack.own();
    }
    List<String> up = words("stack", "up", tomcat, "--file", project.file());
    if (steps.step("stack up", up) != 0) {
      stack.takeDown();
      throw Fault.noVerdict("nothing was measured: see above");
    }
    return tomcat;
  }

  /** A run with invalid cases goes on: the gate says which and why. */
  private void measure(Steps steps, OwnStack stack, List<String> more) throws InterruptedException {
    int code =
        steps.step(
            "run",
            words(
                "run",
                "--profile",
                profile,
                "--out",
                run,
                live ? words("--live") : List.of(),
                more));
    if (code != 0 && !Files.exists(run.resolve(RunFile.NAME))) {
      stack.takeDown();
      throw new Fault(
          code == Fault.CONFIGURATION ? Fault.CONFIGURATION : Fault.NO_VERDICT,
          "the run left no run.json: see above",
          null);
    }
  }
}
