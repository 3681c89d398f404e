package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs the commands of {@code examples/orders/README.md}. They download two versions of Jackson and
 * load both builds for minutes.
 */
@Tag("acceptance")
class SeeItFailIT extends OwnServiceContract {

  @Test
  void anUpgradeOfJacksonThatAllocatesMoreFailsAndNamesTheMethod() throws Exception {
    Tutorial page = Tutorial.read(CHECKOUT.resolve("examples/orders/README.md"));
    assertThat(page.commands()).hasSize(7);
    copyTheExample();

    // The test has already created the folder, as the first two commands would.
    for (String command : page.commands().subList(2, 6)) {
      Ended ended = shell(command);
      assertThat(ended.code()).as("%s%n%s", command, ended.text()).isZero();
    }
    Ended ended = shell(page.commands().get(6));

    assertThat(ended.code()).as(ended.text()).isEqualTo(1);
    assertThat(ended.text()).contains("FAIL", "allocat", "BufferRecycler");
  }

  @Test
  void thePreviousUpgradePasses() throws Exception {
    Tutorial page = Tutorial.read(CHECKOUT.resolve("examples/orders/README.md"));
    copyTheExample();
    for (String command :
        List.of(
            "sed -i 's/2.16.2/2.16.1/' pom.xml",
            page.commands().get(2),
            page.commands().get(3),
            "sed -i 's/2.16.1/2.16.2/' pom.xml",
            "git commit -am 'Jackson 2.16.2'")) {
      Ended ended = shell(command);
      assertThat(ended.code()).as("%s%n%s", command, ended.text()).isZero();
    }

    Ended ended = shell("perfline ci --only paired/home");

    assertThat(ended.code()).as(ended.text()).isZero();
    assertThat(ended.text()).contains("differs: pom.xml").doesNotContain("FAIL", "INVALID");
  }

  private void copyTheExample() throws IOException, InterruptedException {
    Path checkout = CHECKOUT.toRealPath();
    Ended ended =
        Installation.run(
            checkout,
            List.of("cp", "-r", "examples/orders/.", "mvnw", ".mvn", home.toRealPath().toString()));
    assertThat(ended.code()).as(ended.text()).isZero();
  }

  /** Runs a command with the machine's own home folder, which contains Maven's downloads. */
  private Ended shell(String command) throws IOException, InterruptedException {
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
