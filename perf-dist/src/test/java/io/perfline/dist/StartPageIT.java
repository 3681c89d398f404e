package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs the blocks of {@code docs/start.md} as they are, with the archive. They download Spring Boot
 * and load two builds for minutes.
 */
@Tag("acceptance")
class StartPageIT extends OwnServiceContract {

  @Test
  void leadsFromAnEmptyFolderToAFailureThatNamesTheMethod() throws Exception {
    List<String> blocks = blocks();
    assertThat(blocks).hasSize(3);
    useTheWrapperAsMaven();

    Ended ended = shell("bash -e <<'BLOCK'\n" + blocks.get(0) + "BLOCK\n");
    assertThat(ended.code()).as(ended.text()).isZero();
    ended = shell("cd shop && bash -e <<'BLOCK'\n" + blocks.get(1) + "BLOCK\n");
    assertThat(ended.code()).as(ended.text()).isZero();
    ended = shell("cd shop && bash -e <<'BLOCK'\n" + blocks.get(2) + "BLOCK\n");

    assertThat(ended.code()).as(ended.text()).isEqualTo(1);
    assertThat(ended.text()).contains("FAIL  paired/home", "Shop.customers", "reproduce");
  }

  private List<String> blocks() throws IOException {
    return Pattern.compile("(?s)```sh\n(.*?)```")
        .matcher(Files.readString(perfline.path("docs/start.md")))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  /** Provides {@code mvn}, which the page expects on the PATH, by the wrapper of the checkout. */
  private void useTheWrapperAsMaven() throws IOException {
    Path mvn = Files.createDirectories(folder.resolve("maven")).resolve("mvn");
    Files.writeString(
        mvn,
        "#!/bin/sh\nexec '%s' -f pom.xml \"$@\"\n"
            .formatted(CHECKOUT.resolve("mvnw").toRealPath()));
    assertThat(mvn.toFile().setExecutable(true)).isTrue();
  }

  /** Runs a script with the machine's own home folder, which contains Maven's downloads. */
  private Ended shell(String script) throws IOException, InterruptedException {
    Map<String, String> variables =
        Map.of(
            "JAVA_HOME", JAVA.toString(),
            "HOME", System.getProperty("user.home"),
            "PATH", perfline.path("bin") + ":" + folder.resolve("maven") + ":/usr/bin:/bin",
            "GIT_AUTHOR_NAME", "t",
            "GIT_AUTHOR_EMAIL", "t@localhost",
            "GIT_COMMITTER_NAME", "t",
            "GIT_COMMITTER_EMAIL", "t@localhost");
    return Installation.run(home, variables, List.of("bash", "-c", script));
  }
}
