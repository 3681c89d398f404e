package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.core.file.StateFolder.Use;
import io.perfline.deploy.stack.ProjectLock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanCommandTest {

  @TempDir Path home;

  private final StringWriter printed = new StringWriter();

  @BeforeEach
  void aProjectWithEverything() throws IOException {
    FileTree.leaveOutOfGit(StateFolder.of(home));
    for (StateFolder place : StateFolder.whole()) {
      if (place.use() != Use.IN_USE) {
        Files.createDirectories(place.in(home));
        Files.write(place.in(home).resolve("file"), new byte[1_500_000]);
      }
    }
    Files.createDirectories(home.resolve("runs/one"));
  }

  @Test
  void deletesOnlyWhatIsMadeAnew() {
    assertThat(clean()).as(printed.toString()).isZero();

    for (StateFolder place : StateFolder.whole()) {
      if (place.use() != Use.IN_USE) {
        assertThat(Files.exists(place.in(home)))
            .as("%s: %s", place, printed)
            .isEqualTo(place.use() != Use.REPLACEABLE);
      }
    }
    assertThat(home.resolve("runs/one")).exists();
    assertThat(printed.toString())
        .startsWith("deleting 14 MB from ")
        .contains("baselines", "builds of commits (perfline ci)", "kept:")
        .containsSubsequence("kept:", "history", "2 MB", "the history (perfline publish)")
        .doesNotContain(".gitignore", "processes");
  }

  @Test
  void deletesResultsOnlyWithAll() {
    assertThat(clean("--all")).as(printed.toString()).isZero();

    assertThat(StateFolder.HISTORY.in(home)).doesNotExist();
    assertThat(StateFolder.VERDICTS.in(home)).doesNotExist();
    assertThat(StateFolder.STACK.in(home)).doesNotExist();
    assertThat(home.resolve(".perf/.gitignore")).as("out of git as before").exists();
    assertThat(clean("--all")).isZero();
    assertThat(printed.toString()).contains("nothing to delete in ");
  }

  @Test
  void keepsAndNamesWhatItDoesNotKnow() throws IOException {
    Files.writeString(StateFolder.of(home).resolve("notes.txt"), "mine");

    assertThat(clean("--all")).isZero();

    assertThat(StateFolder.of(home).resolve("notes.txt")).hasContent("mine");
    assertThat(printed.toString()).contains("notes.txt", "not of this version of perfline");
  }

  @Test
  void refusesWhileAnotherCommandMeasures() throws InterruptedException {
    try (ProjectLock other =
        ProjectLock.take(home, "perfline ci", new PrintWriter(new StringWriter()))) {
      assertThat(other).isNotNull();
      assertThat(clean()).isEqualTo(3);
    }
    assertThat(printed.toString()).contains("another command measures in ");
    assertThat(StateFolder.BASELINES.in(home)).exists();
  }

  @Test
  void aSymbolicLinkIsDeletedAndNotItsTarget() throws IOException {
    Path target = Files.createDirectories(home.resolve("elsewhere"));
    Files.write(target.resolve("large"), new byte[50_000_000]);
    Files.createSymbolicLink(StateFolder.BASELINES.in(home).resolve("link"), target);

    assertThat(clean()).isZero();

    assertThat(target.resolve("large")).exists();
    assertThat(printed.toString()).startsWith("deleting 14 MB");
  }

  @Test
  void withoutAFolderThereIsNothingToDelete() throws IOException {
    FileTree.delete(StateFolder.of(home));

    assertThat(clean()).isZero();

    assertThat(printed.toString()).contains("there is no ");
    assertThat(StateFolder.of(home)).doesNotExist();
  }

  private int clean(String... options) {
    PrintWriter out = new PrintWriter(printed, true);
    return Command.run(new CleanCommand(home), out, out, options);
  }
}
