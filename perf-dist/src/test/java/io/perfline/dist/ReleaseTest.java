package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code .ci/release} in a repository with a fake Maven wrapper that only writes the files of
 * a build.
 */
class ReleaseTest {

  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$@" > arguments
      [ ! -f fails ] || exit 1
      mkdir -p target perf-dist/target
      echo archive > perf-dist/target/perfline-1.2.3.tar.gz
      echo servers > perf-dist/target/perfline-1.2.3-servers.tar.gz
      echo '{}' > target/bom.json
      """;

  private static final String CHANGES =
      """
      # Changes

      ## Unreleased

      - Not in the release.

      ## 1.2.3 - 2026-11-26

      - A feature.

      ## 1.2.2

      - An old feature.
      """;

  @TempDir Path repository;

  @BeforeEach
  void createRepository() throws IOException, InterruptedException {
    Files.createDirectory(repository.resolve(".ci"));
    Files.copy(Path.of("../.ci/release"), repository.resolve(".ci/release"));
    write("mvnw", MAVEN);
    write("pom.xml", "<project>\n  <version>1.2.3</version>\n</project>\n");
    write("CHANGELOG.md", CHANGES);
    run("chmod +x mvnw .ci/release; printf 'target\\n' > .gitignore; git init -q");
    tag("v1.2.3");
  }

  @Test
  void writesTheFilesOfARelease() throws IOException, InterruptedException {
    write("CHANGELOG.md", "# Not committed\n");

    Ended ended = run(".ci/release v1.2.3");

    assertThat(ended.code()).as(ended.text()).isZero();
    Path out = repository.resolve("target/release/v1.2.3");
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "perfline-1.2.3.tar.gz",
              "perfline-1.2.3-servers.tar.gz",
              "perfline-1.2.3.cdx.json",
              "RELEASE_NOTES.md",
              "SHA256SUMS");
    }
    assertThat(out.resolve("RELEASE_NOTES.md")).hasContent("- A feature.\n");
    assertThat(run("cd target/release/v1.2.3 && sha256sum --check --strict SHA256SUMS").text())
        .contains("perfline-1.2.3.tar.gz: OK", "perfline-1.2.3.cdx.json: OK");
  }

  @Test
  void refusesATagThatDoesNotExist() throws IOException, InterruptedException {
    assertRefused("v1.2.4", 2, "there is no tag v1.2.4");
    assertRefused("main", 2, "usage");
  }

  @Test
  void refusesATagWithAnotherVersion() throws IOException, InterruptedException {
    tag("v1.3.0");

    assertRefused("v1.3.0", 2, "the version in pom.xml of v1.3.0 is '1.2.3'");
  }

  @Test
  void refusesAVersionMissingInTheChangelog() throws IOException, InterruptedException {
    write("CHANGELOG.md", CHANGES.replace("## 1.2.3 - 2026-11-26", "## Also unreleased"));
    tag("v1.2.3");

    assertRefused("v1.2.3", 2, "no text below a heading '## 1.2.3'");
  }

  @Test
  void reportsAFailedBuild() throws IOException, InterruptedException {
    write("fails", "");
    tag("v1.2.3");

    assertRefused("v1.2.3", 3, "the build of v1.2.3 failed");
  }

  private void assertRefused(String tag, int code, String reason)
      throws IOException, InterruptedException {
    Ended ended = run(".ci/release " + tag);

    assertThat(ended.code()).as(ended.text()).isEqualTo(code);
    assertThat(ended.text()).contains(reason);
    assertThat(repository.resolve("target/release/" + tag + "/SHA256SUMS")).doesNotExist();
  }

  private void tag(String name) throws IOException, InterruptedException {
    String git = "git -c user.name=t -c user.email=t@localhost ";
    Ended ended =
        run(
            "git add . && %scommit -q --allow-empty -m %s && git tag --force %s"
                .formatted(git, name, name));
    assertThat(ended.code()).as(ended.text()).isZero();
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(repository.resolve(file), text);
  }

  private Ended run(String line) throws IOException, InterruptedException {
    return Installation.run(repository, List.of("bash", "-c", line));
  }
}
