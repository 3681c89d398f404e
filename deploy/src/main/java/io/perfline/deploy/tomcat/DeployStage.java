package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.Tomcat;
import io.perfline.core.environment.Variables;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.Project;
import io.perfline.deploy.tomcat.Deployment.RunningApplication;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Deploys a WAR through Tomcat's manager and restores the last good one if that fails. */
public record DeployStage(Path home, Map<String, String> processEnvironment, PrintWriter out) {

  /** Creates the stage for the project and environment of this process. */
  public DeployStage(PrintWriter out) {
    this(Homes.project().toAbsolutePath().normalize(), System.getenv(), out);
  }

  /**
   * Deploys a WAR, and deploys the last good one again if that fails.
   *
   * @param war the WAR; null for the project's
   * @param path the context path; null for the path of the service's URL
   * @throws Fault (exit code 2) if a file is invalid; (exit code 3) if the manager refuses the WAR,
   *     or the application does not report this build
   */
  public void deploy(Project project, Path war, String path, EnvironmentOption environment)
      throws IOException, InterruptedException {
    ContextPath given = path == null ? null : new ContextPath(path);
    War build = War.read(war == null ? project.war() : war);
    WarBuild identity = build.requireBuild();
    Environment parts =
        Environment.load(
            environment.file(home, project.environment()), Variables.of(home, processEnvironment));
    Tomcat tomcat = parts.tomcat();
    URI recorder = parts.recorder().url();
    ContextPath context = given == null ? new ContextPath(recorder.getPath()) : given;
    URI url = recorder.resolve(context.path());
    long begin = System.nanoTime();
    deploy(build, tomcat, context, url);
    out.printf(
        Locale.ROOT,
        "deployed %s: %s, after %.1f s%n",
        url,
        identity,
        (System.nanoTime() - begin) / 1e9);
  }

  private void deploy(War war, Tomcat tomcat, ContextPath context, URI url)
      throws IOException, InterruptedException {
    Deployment deployment = Deployment.into(tomcat, home);
    RollbackCopy lastGood = RollbackCopy.at(url, tomcat, home);
    boolean ran = new ManagerClient(tomcat).runs(context);
    try {
      deployment.deploy(war, context, url);
    } catch (Fault failure) {
      throw ran ? lastGood.goBack(failure, deployment, context, url) : failure;
    }
    lastGood.keep(war);
  }

  /**
   * A copy of the WAR that was last deployed successfully to a URL. It is deployed again if the
   * next deployment fails.
   */
  private record RollbackCopy(Path file) {

    /**
     * Returns the copy for one application. That for the local stack's Tomcat is deleted with the
     * Tomcat, whose port is never used again.
     *
     * @param home root of the checkout, which contains the copy
     */
    static RollbackCopy at(URI url, Tomcat tomcat, Path home) {
      StateFolder folder =
          Deployment.isOfStack(tomcat, home) ? StateFolder.STACK_DEPLOYED : StateFolder.DEPLOYED;
      String name = URLEncoder.encode(url.toString(), StandardCharsets.UTF_8) + ".war";
      return new RollbackCopy(folder.in(home).resolve(name));
    }

    void keep(War war) throws IOException {
      Files.createDirectories(file.getParent());
      AtomicFile.write(file, out -> Files.copy(war.file(), out));
    }

    /**
     * Deploys the copy again after {@code failure}, unless that build still runs.
     *
     * @return the failure with the result of the rollback added to its message
     */
    Fault goBack(Fault failure, Deployment deployment, ContextPath path, URI url)
        throws InterruptedException {
      if (!Files.isRegularFile(file)) {
        return explained(
            failure, "nothing was rolled back: the earlier application was not deployed from here");
      }
      try {
        War war = War.read(file);
        WarBuild build = war.build().orElseThrow();
        if (new RunningApplication(url).is(build)) {
          return explained(
              failure, "nothing had to be rolled back: %s still runs".formatted(build));
        }
        deployment.deploy(war, path, url);
        return explained(failure, "rolled back: the last good WAR runs again, %s".formatted(build));
      } catch (Fault again) {
        Fault both =
            explained(
                failure, "the rollback to the last good WAR failed too: " + again.getMessage());
        both.addSuppressed(again);
        return both;
      }
    }

    private static Fault explained(Fault failure, String outcome) {
      return new Fault(
          failure.exitCode(), "%s%n%s".formatted(failure.getMessage(), outcome), failure);
    }
  }
}
