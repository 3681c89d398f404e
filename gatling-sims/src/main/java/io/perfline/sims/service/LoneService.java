package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.project.Project;
import java.nio.file.Path;
import java.util.List;

/** The service of a project, started once without load: its command, or its WAR in a Tomcat. */
public final class LoneService implements AutoCloseable {

  private final ServiceInstance instance;
  private final BuiltService build;

  private LoneService(ServiceInstance instance, BuiltService build) {
    this.instance = instance;
    this.build = build;
  }

  /**
   * Starts a service without waiting until it is ready.
   *
   * @param logs the folder of its logs
   * @param home the folder of the local stack
   * @throws io.perfline.core.command.Fault exit code 3 if it cannot be started
   */
  public static LoneService start(Project project, Path logs, Path home)
      throws InterruptedException {
    ServiceInstance instance =
        ServiceInstances.alone(
            project.service(), Environment.named(project.name()), logs, home.toAbsolutePath());
    BuiltService build =
        new BuiltService(BuiltService.CANDIDATE, project.home(), null, project, null, List.of());
    LoneService service = new LoneService(instance, build);
    try {
      instance.run(build);
      return service;
    } catch (RuntimeException | InterruptedException e) {
      service.close();
      throw e;
    }
  }

  /** Returns a probe of the service, with its credentials. */
  public HttpProbe probe() {
    return new HttpProbe(instance.url(), build.authorization());
  }

  /** Returns whether it may still answer. */
  public boolean mayAnswer() {
    return instance.mayBecomeReady();
  }

  /** Returns the line of its log that contains the reason of its failure; empty if unknown. */
  public String reason() {
    return instance.reason().orElse("");
  }

  @Override
  public void close() {
    instance.close();
  }
}
