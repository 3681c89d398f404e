package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * What is built of commits, and how two of them are loaded beside each other. The load and the
 * limits are those of the project as it is now, for every commit.
 */
record CommitBuilds(Project project, ServiceBuild builds) {

  static CommitBuilds of(Project project, PrintWriter out) {
    if (project.service().url() != null) {
      throw Fault.configuration(
          ("%s: the service runs elsewhere, where no other commit can be put: bisect takes one with"
                  + " a 'command' or a 'war'")
              .formatted(project.file()));
    }
    return new CommitBuilds(project, new ServiceBuild(project, out));
  }

  /** Folder in which runs and what a search remembers are kept. */
  Path home() {
    return project.home();
  }

  /**
   * Has a commit built, unless it was.
   *
   * @return what it runs, as a text that is the same for the same classes, libraries and resources
   * @throws Fault exit code 3 when it doesn't build
   * @throws InterruptedException when its build was ended, which says nothing of the commit
   */
  String content(String commit) throws InterruptedException {
    return builds.content(commit);
  }

  /** The words by which {@code run} is told to measure a commit beside another. */
  List<String> beside(String commit, String other) throws InterruptedException {
    Path baseline = home().resolve(".perf/bisect-baseline.json");
    List<String> differing = List.of("what commits %s and %s build".formatted(commit, other));
    RunBaseline named = new RunBaseline(other, other, "bisect", null).with(differing, List.of());
    new BaselineFile(named, null, builds.of(other).toString(), null).write(baseline);
    return StageLog.words("--candidate", builds.of(commit), "--baseline", baseline);
  }
}
