package io.perfline.cli;

import io.perfline.cli.baseline.WarContent;
import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Builds of a team's own service, each in a work tree of its commit. The load and the limits are
 * those of the project as it is now, for every commit.
 */
record ProjectBuilds(Project project) implements CommitBuilds {

  ProjectBuilds {
    if (project.service().url() != null) {
      throw Fault.configuration(
          ("%s: the service runs elsewhere, where no other commit can be put: bisect takes one with"
                  + " a 'command' or a 'war'")
              .formatted(project.file()));
    }
  }

  @Override
  public Path home() {
    return project.home();
  }

  @Override
  public Path thresholds() {
    return project.thresholds();
  }

  @Override
  public List<String> words() {
    return Steps.words("--file", project.file());
  }

  @Override
  public List<String> setUp(List<String> environment, Steps steps, OwnStack stack)
      throws InterruptedException {
    try {
      ProjectPipeline.leftOutOfGit(home().resolve(".perf"));
      ProjectPipeline.leftOutOfGit(home().resolve("runs"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + home(), e);
    }
    return ProjectPipeline.setUp(project, environment, steps, stack);
  }

  @Override
  public String content(String commit) throws InterruptedException {
    Path folder = folder(commit);
    return project
        .service()
        .runs()
        .filter(file -> file.matches(".*\\.[wj]ar"))
        .map(file -> WarContent.of(folder.resolve(file)))
        .orElseGet(() -> WarContent.ofFolder(folder))
        .digest();
  }

  private Path folder(String commit) throws InterruptedException {
    return new ServiceBuild(project.service().build(), home()).of(commit);
  }

  @Override
  public List<String> beside(String commit, String other) throws InterruptedException {
    Path baseline = home().resolve(".perf/bisect-baseline.json");
    RunBaseline named = new RunBaseline(other, other, "bisect", null);
    new BaselineFile(named, null, folder(other).toString(), null).write(baseline);
    return Steps.words("--candidate", folder(commit), "--baseline", baseline);
  }
}
