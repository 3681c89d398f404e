package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The WAR that ran last at one address. It is kept when its deployment has succeeded, and deployed
 * again when the next one's fails.
 */
final class RollbackCopy {

  private final Path file;

  private RollbackCopy(Path file) {
    this.file = file;
  }

  /**
   * @param home root of the checkout, under which it is kept
   * @param url where the application answers
   */
  static RollbackCopy at(URI url, Path home) {
    String name = url.toString().replaceAll("[^A-Za-z0-9.]+", "_");
    return new RollbackCopy(home.resolve(".perf/deployed").resolve(name + ".war"));
  }

  /** From now on it is {@code war}. */
  void keep(War war) throws IOException {
    Files.createDirectories(file.getParent());
    AtomicFile.write(file, out -> Files.copy(war.file(), out));
  }

  /**
   * Deploys it again after {@code failure}, unless it still runs.
   *
   * @return the failure, with what runs now in its message
   */
  Fault goBack(Fault failure, Deployment deployment, ContextPath path, URI url)
      throws InterruptedException {
    if (!Files.isRegularFile(file)) {
      return told(failure, "nothing was rolled back: what ran before was not deployed from here");
    }
    try {
      War war = War.read(file);
      WarBuild build = war.build().orElseThrow();
      if (new RunningApplication(url).is(build)) {
        return told(failure, "nothing had to be rolled back: %s still runs".formatted(build));
      }
      deployment.deploy(war, path, url);
      return told(failure, "rolled back: the last good WAR runs again, %s".formatted(build));
    } catch (Fault again) {
      Fault both =
          told(failure, "the rollback to the last good WAR failed too: " + again.getMessage());
      both.addSuppressed(again);
      return both;
    }
  }

  private static Fault told(Fault failure, String outcome) {
    return new Fault(
        failure.exitCode(), "%s%n%s".formatted(failure.getMessage(), outcome), failure);
  }
}
