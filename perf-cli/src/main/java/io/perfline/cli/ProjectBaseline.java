package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import io.perfline.deploy.stack.WarContent;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a service is compared with, built and ready.
 *
 * @param against what the user asked for; null when nothing was
 */
record ProjectBaseline(Project project, String against, ServiceBuild builds) {

  private static final String SAME = "both builds hold the same classes, libraries and resources";

  BaselineFile find() throws InterruptedException {
    if (project.service().url() != null) {
      return ofUrl();
    }
    Checkout checkout = new Checkout(project.home());
    BaselineChoice choice =
        against == null
            ? BaselineChoice.found(checkout, System.getenv())
            : BaselineChoice.asked(checkout, against);
    if (choice.war() != null) {
      return of(choice);
    }
    if (!choice.exists()) {
      return nothing(choice);
    }
    Path folder;
    try {
      folder = builds.of(choice.commit());
    } catch (Fault doesNotBuild) {
      if (against != null) {
        throw doesNotBuild;
      }
      return nothing(choice.unusable(choice.told() + " does not build"));
    }
    return new BaselineFile(named(choice), null, folder.toString(), unchanged(folder));
  }

  private BaselineFile of(BaselineChoice choice) {
    if (project.service().war() == null) {
      throw Fault.configuration(
          "--against %s: the service is no WAR: name a commit".formatted(against));
    }
    Path war = choice.war().toAbsolutePath();
    boolean same = builds.content(project.home()).equals(WarContent.of(war));
    return new BaselineFile(named(choice), war.toString(), null, same ? SAME : null);
  }

  private RunBaseline named(BaselineChoice choice) {
    return new RunBaseline(
        choice.name(), choice.commit(), against == null ? "found" : "--against", null);
  }

  private BaselineFile ofUrl() {
    if (project.service().baselineUrl() == null || BaselineChoice.NONE.equals(against)) {
      return nothing(new BaselineChoice(null, null, null, "perf.yml names no baseline_url"));
    }
    RunBaseline baseline =
        new RunBaseline(project.service().baselineUrl().toString(), null, "baseline_url", null);
    return new BaselineFile(baseline, null, project.home().toString(), null);
  }

  /** Why both builds are the same; null when they aren't, or nobody knows. */
  private String unchanged(Path other) {
    if (project.service().runs().isEmpty()) {
      return null;
    }
    String file = project.service().runs().get();
    for (Path folder : new Path[] {project.home(), other}) {
      if (!Files.isRegularFile(folder.resolve(file))) {
        throw Fault.noVerdict(
            "there is no %s: does 'build' make what 'service' names?"
                .formatted(folder.resolve(file)));
      }
    }
    return file.matches(".*\\.[wj]ar")
            && builds.content(project.home()).equals(builds.content(other))
        ? SAME
        : null;
  }

  private static BaselineFile nothing(BaselineChoice choice) {
    String why = choice.problem() == null ? "--against none" : choice.problem();
    return new BaselineFile(new RunBaseline(choice.name(), null, "found", why), null, null);
  }
}
