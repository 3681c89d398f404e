package io.perfline.cli.build;

import io.perfline.core.file.StateFolder;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.project.needs.NeedVariables;
import io.perfline.deploy.needs.NeedsOfPlace;
import java.nio.file.Path;

/**
 * The servers that a build itself needs, such as a database from whose schema it generates code.
 * They run while the build does, if its command refers to one of them.
 */
final class BuildNeeds {

  /** The place of these servers; a comparison has the places 1 and 2. */
  private static final int PLACE = 3;

  private BuildNeeds() {}

  /** Runs a build by its command, in which the variables of needs are replaced. */
  interface Build {
    void run(String command) throws InterruptedException;
  }

  /**
   * Starts the servers, runs the build, and stops them.
   *
   * @param service whose build and needs these are
   * @param home the project's folder
   * @param folder the folder in which the commands run
   * @throws io.perfline.core.command.Fault exit code 3 if a server can't be started
   */
  static void around(ServiceUnderTest service, Path home, Path folder, Build build)
      throws InterruptedException {
    if (!NeedVariables.isUsedIn(service.build())) {
      build.run(service.build());
      return;
    }
    Path logs = StateFolder.NEEDS.in(home).resolve("logs");
    try (NeedsOfPlace needs = new NeedsOfPlace(home, PLACE, logs)) {
      build.run(needs.start(service.needs(), "build", folder).fill(service.build()));
    }
  }
}
