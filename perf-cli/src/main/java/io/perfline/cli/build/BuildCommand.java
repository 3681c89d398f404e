package io.perfline.cli.build;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.git.OriginRepository;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.deploy.stack.ProjectLock;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ./perfline build}: builds the service. The launcher runs it, except for the WAR of another
 * commit.
 */
@Command(
    name = "build",
    mixinStandardHelpOptions = true,
    description = {
      "Builds the WAR and the tools through the Maven wrapper.",
      "With --ref it builds the WAR of another commit, for comparison, in a clone of" + " its own."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:built", "2:wrong usage, or no such commit", "3:the build failed"})
public final class BuildCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--tests", description = "Also runs all tests.")
  private boolean tests;

  @ArgGroup(exclusive = false)
  private Other other;

  /** The options of the other build. */
  private static final class Other {

    @Option(
        names = "--ref",
        paramLabel = "COMMIT",
        required = true,
        description = "A commit or tag of this repository.")
    private String commit;

    @Option(
        names = "--war",
        paramLabel = "FILE",
        required = true,
        description = "Output file for the WAR of that commit.")
    private Path war;
  }

  private final Path home;

  /** Constructor for {@code ./perfline}. */
  public BuildCommand() {
    this(Homes.project());
  }

  public BuildCommand(Path home) {
    this.home = home;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (other == null || tests) {
      throw Fault.configuration(
          "give --tests, or --ref COMMIT --war FILE; perfline itself builds the sources here");
    }
    Project project = new ProjectOption().find(home).orElseGet(() -> Project.ofServers(home));
    project.war(); // without one there is nothing to build
    String commit =
        OriginRepository.silently(project.home())
            .commit(other.commit)
            .orElseThrow(
                () ->
                    Fault.configuration(
                        ("'%s' is not a commit or tag of this repository; git fetch --tags gets"
                                + " those of the upstream")
                            .formatted(other.commit)));
    PrintWriter out = spec.commandLine().getOut();
    try (ProjectLock lock = ProjectLock.take(home, project.home(), "perfline build", out)) {
      Path war = new ServiceBuild(project, out).of(commit).resolve(project.service().war());
      Files.createDirectories(other.war.toAbsolutePath().getParent());
      Files.copy(war, other.war, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION, "no file can be written at %s: %s".formatted(other.war, e), e);
    }
    out.printf("built %s of commit %s%n", other.war, commit);
    return 0;
  }
}
