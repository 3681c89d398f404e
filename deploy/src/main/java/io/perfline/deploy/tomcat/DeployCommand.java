package io.perfline.deploy.tomcat;

import io.perfline.core.command.Homes;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./perfline deploy [WAR]}. */
@CommandLine.Command(
    name = "deploy",
    description = {
      "Deploys a WAR through Tomcat's manager, replacing the running application.",
      "It succeeds when the running application reports this build at /version.",
      "If it fails, the last WAR that was deployed successfully is deployed again."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the running application reports this build",
      "2:wrong usage or configuration",
      "3:the WAR could not be deployed"
    })
public final class DeployCommand implements Callable<Integer> {

  private final Path home;
  private final Map<String, String> processEnvironment;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "WAR",
      description = "The WAR (default: that of perf.yml).")
  private Path war;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "Context path (default: the path of service.url).")
  private String path;

  @Mixin private ProjectOption service;

  @Mixin private EnvironmentOption environment;

  /** Creates the command for {@code ./perfline}, with this process's project and environment. */
  public DeployCommand() {
    this(Homes.project(), System.getenv());
  }

  DeployCommand(Path home, Map<String, String> processEnvironment) {
    this.home = home.toAbsolutePath().normalize();
    this.processEnvironment = Map.copyOf(processEnvironment);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Project project = service.find(home).orElseGet(() -> Project.ofServers(home));
    new DeployStage(home, processEnvironment, spec.commandLine().getOut())
        .deploy(project, war, path, environment);
    return 0;
  }
}
