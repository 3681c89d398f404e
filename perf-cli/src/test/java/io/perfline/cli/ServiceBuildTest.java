package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.sample.SampleRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit's build, by the project's own command. */
class ServiceBuildTest {

  @TempDir private Path folder;
  private SampleRepository repository;
  private String commit;

  @BeforeEach
  void makeCommit() throws Exception {
    repository = SampleRepository.create(folder.resolve("home"));
    commit = repository.commit("first");
    repository.commit("second");
  }

  private ServiceBuild by(String command) {
    return new ServiceBuild(command, repository.home());
  }

  @Test
  void buildsACommitOnceAndKeepsIt() throws Exception {
    Path built = by("echo built >> product").of(commit);
    assertThat(by("echo built >> product").of(commit)).isEqualTo(built);

    assertThat(Files.readAllLines(built.resolve("product"))).containsExactly("built");
    assertThat(Files.readString(built.resolve("file"))).isEqualTo("first");
  }

  @Test
  void keepsThoseThatWereUsedLast() throws Exception {
    Path built = by("true").of(commit);
    Path others = repository.home().resolve(".perf/baselines");
    Path oldest = Files.createDirectories(others.resolve("oldest/target"));
    for (int i = 0; i < KeptBuilds.KEPT - 1; i++) {
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
  void whatDoesNotBuildIsAFault() {
    assertThatThrownBy(() -> by("exit 4").of(commit)).isInstanceOf(Fault.class);
  }

  /** Else a search that is interrupted while it builds would step over the commit ever after. */
  @Test
  void aBuildThatASignalEndedSaysNothingOfTheCommit() {
    assertThatThrownBy(() -> by("kill -INT $$").of(commit))
        .isInstanceOf(InterruptedException.class)
        .hasMessageContaining("signal 2");
  }
}
