package io.perfline.cli.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.sample.SampleRepository;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests builds of commits with the project's own command. */
class ServiceBuildTest {

  @TempDir private Path folder;
  private SampleRepository repository;
  private String commit;
  private final StringWriter output = new StringWriter();

  @BeforeEach
  void makeCommit() throws Exception {
    repository = SampleRepository.create(folder.resolve("home"));
    commit = repository.commit("first");
    repository.commit("second");
  }

  private ServiceBuild by(String command) throws IOException {
    return by(command, "command: 'run ${PORT}'");
  }

  private ServiceBuild by(String command, String runs) throws IOException {
    Path file = repository.home().resolve("perf.yml");
    Files.writeString(
        file,
        """
        version: 1
        service: {build: '%s', %s}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """
            .formatted(command, runs));
    return new ServiceBuild(ProjectFile.read(file), new PrintWriter(output, true));
  }

  @Test
  void buildsACommitOnceAndCachesIt() throws Exception {
    Path built = by("echo built >> product").of(commit);
    assertThat(by("echo built >> product").of(commit)).isEqualTo(built);

    assertThat(Files.readAllLines(built.resolve("product"))).containsExactly("built");
    assertThat(Files.readString(built.resolve("file"))).isEqualTo("first");
  }

  @Test
  void keepsFewCopiesOfBuilds() throws Exception {
    for (int i = 0; i < 6; i++) {
      by("true").of(repository.commit("another " + i));
    }

    try (Stream<Path> copies = Files.list(repository.home().resolve(".perf/running"))) {
      assertThat(copies).hasSize(4);
    }
  }

  /** The archive is the same for all commits, and {@code file} is not in it. */
  @Test
  void theContentOfACommandIncludesOtherFilesThanItsArchive() throws Exception {
    ServiceBuild build =
        by(archive("a.jar"), "command: \"java -jar a.jar ${PORT}\", artifact: a.jar");

    String first = build.content(commit);
    assertThat(build.content(repository.commit("another"))).isNotEqualTo(first);
    assertThat(build.content(repository.commit("first"))).isEqualTo(first);
  }

  /** A commit changes only the source of a library, which is not in the artifact. */
  @Test
  void theContentOfACommandIncludesEverythingThatTheBuildMade() throws Exception {
    ServiceBuild build =
        by(
            archive("a.jar") + " && mkdir lib && cp B.java lib/b.jar",
            "command: \"java -cp a.jar:lib/b.jar A ${PORT}\", artifact: a.jar");

    String first = build.content(commitWith("B.java", "class B {}"));

    assertThat(build.content(commitWith("B.java", "class B { int i; }"))).isNotEqualTo(first);
    assertThat(build.content(commitWith("B.java", "class B {}"))).isEqualTo(first);
  }

  @Test
  void theContentOfAWarIncludesItsServerXmlAndServiceSection() throws Exception {
    String runs = "war: a.war, server_xml: server.xml, jvm_options: -Xmx%sm";
    by(archive("a.war"), runs.formatted(64));
    repository.git("add", "perf.yml");
    String first = commitWith("server.xml", "<Server/>");
    String second = commitWith("server.xml", "<Server port=\"1\"/>");
    by(archive("a.war"), runs.formatted(128));
    repository.git("add", "perf.yml");
    String third = repository.commit("first");
    String fourth = commitWith("README.md", "What it is.");
    ServiceBuild build = by(archive("a.war"), runs.formatted(256));

    assertThat(Stream.of(first, second, third).map(one -> content(build, one)))
        .doesNotHaveDuplicates();
    assertThat(content(build, fourth)).isEqualTo(content(build, third));
  }

  private static String content(ServiceBuild build, String commit) {
    try {
      return build.content(commit);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the command that makes an archive with the same content from each commit. */
  private static String archive(String name) {
    String jar = System.getProperty("java.home") + "/bin/jar";
    return "mkdir -p d && echo x > d/A.class && %s cf %s -C d A.class".formatted(jar, name);
  }

  /** Commits a file, and nothing else. */
  private String commitWith(String name, String text) throws Exception {
    Files.writeString(repository.home().resolve(name), text);
    repository.git("add", name);
    return repository.commit("first");
  }

  @Test
  void keepsTheMostRecentlyUsedBuilds() throws Exception {
    Path built = by("true").of(commit);
    Path others = repository.home().resolve(".perf/baselines");
    Path oldest = Files.createDirectories(others.resolve("oldest/target"));
    for (int i = 0; i < ServiceBuild.KEPT - 1; i++) {
      Files.createFile(others.resolve("other" + i + ".built"));
    }
    Path marker = Files.createFile(others.resolve("oldest.built"));
    Files.setLastModifiedTime(marker, FileTime.fromMillis(1));

    by("true").of(commit);

    assertThat(built).exists();
    assertThat(marker).doesNotExist();
    assertThat(oldest.getParent()).doesNotExist();
    assertThat(others.resolve("other0.built")).exists();
  }

  @Test
  void cachesOnlyTheWarOfAWarProject() throws Exception {
    Path built = by("mkdir target; cp file target/a.war", "war: target/a.war").of(commit);

    assertThat(built.resolve("target/a.war")).hasContent("first");
    assertThat(built.resolve("file")).doesNotExist();
    assertThat(output.toString()).contains("building " + commit.substring(0, 10));
    assertThat(built.getParent()).isDirectoryNotContaining("glob:**.clone");
  }

  @Test
  void aFailedBuildIsAnErrorAndIsRemoved() throws Exception {
    assertThatThrownBy(() -> by("exit 4").of(commit)).isInstanceOf(Fault.class);
    assertThatThrownBy(() -> by("exit 255").of(commit))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("with exit code 255");
    assertThatThrownBy(() -> by("true", "war: no.war").of(commit))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("does 'build' make what 'service' names?");

    assertThat(repository.home().resolve(".perf/baselines")).isEmptyDirectory();
  }

  /** Otherwise a search interrupted during a build would skip the commit forever. */
  @Test
  void anInterruptedBuildDoesNotMarkTheCommitAsBroken() {
    assertThatThrownBy(() -> by("kill -TERM $$").of(commit))
        .isInstanceOf(InterruptedException.class)
        .hasMessageContaining("exit code 143");
  }
}
