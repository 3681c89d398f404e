package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.dist.Installation.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs the commands of {@code examples/database/README.md} with the service of {@code
 * examples/database}. They download Spring Boot and load both builds for minutes.
 */
@Tag("acceptance")
class DatabaseExampleIT extends OwnServiceContract {

  @Test
  void aMigrationThatDropsAnIndexFailsByTheCpuOfTheDatabase() throws Exception {
    assumeTrue(
        Files.isDirectory(Path.of("/usr/lib/postgresql")),
        "there is no PostgreSQL: apt-get install postgresql");
    // The user postgres, who runs the database if this test runs as root, enters the folder.
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> commands =
        Tutorial.read(CHECKOUT.resolve("examples/database/README.md")).commands();
    assertThat(commands).hasSize(5);
    String copy = "cp -r examples/database/. mvnw .mvn " + home.toRealPath();
    assertThat(Installation.run(CHECKOUT.toRealPath(), List.of("bash", "-c", copy)).code())
        .isZero();

    // The test has already created the folder, as the first command would.
    for (String command : commands.subList(1, 4)) {
      Ended ended = shell(command);
      assertThat(ended.code()).as("%s%n%s", command, ended.text()).isZero();
    }
    Ended ended = shell(commands.get(4));

    assertThat(ended.code()).as(ended.text()).isEqualTo(1);
    assertThat(ended.text()).contains("FAIL", "makes its needs use");
  }

  /** Runs a command with the machine's own home folder, which contains Maven's downloads. */
  private Ended shell(String command) throws Exception {
    Map<String, String> variables =
        Map.of(
            "JAVA_HOME", JAVA.toString(),
            "HOME", System.getProperty("user.home"),
            "PATH", perfline.path("bin") + ":/usr/bin:/bin",
            "GIT_AUTHOR_NAME", "t",
            "GIT_AUTHOR_EMAIL", "t@localhost",
            "GIT_COMMITTER_NAME", "t",
            "GIT_COMMITTER_EMAIL", "t@localhost");
    return Installation.run(home, variables, List.of("bash", "-c", command));
  }
}
