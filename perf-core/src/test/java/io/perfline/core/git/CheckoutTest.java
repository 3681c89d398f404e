package io.perfline.core.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckoutTest {

  @TempDir private Path folder;

  @BeforeEach
  void commitTwoFiles() throws Exception {
    git("init", "-q");
    Files.createDirectories(folder.resolve("conf"));
    Files.createDirectories(folder.resolve("service"));
    Files.writeString(folder.resolve("conf/cache.yml"), "size: 1000\n");
    Files.writeString(folder.resolve("service/app.py"), "print(1)\n");
    git("add", ".");
    git("commit", "-q", "-m", "first");
  }

  private void git(String... words) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.org"));
    command.addAll(List.of(words));
    Process git =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(git.waitFor()).isZero();
  }

  @Test
  void aRenamedFileHasChangedUnderBothNames() throws Exception {
    Files.createDirectories(folder.resolve("docs"));
    git("mv", "conf/cache.yml", "docs/cache.yml");

    Checkout checkout = new Checkout(folder);
    assertThat(checkout.changes()).containsExactlyInAnyOrder("conf/cache.yml", "docs/cache.yml");
    git("commit", "-q", "-m", "second");
    assertThat(checkout.changedSince("HEAD~1"))
        .containsExactlyInAnyOrder("conf/cache.yml", "docs/cache.yml");
  }

  @Test
  void namesThatGitQuotesAreFilesToo() throws Exception {
    String name = "conf/a \"quoted\"\tnäme.yml ";
    Files.writeString(folder.resolve(name), "size: 1\n");

    Checkout checkout = new Checkout(folder);
    assertThat(checkout.changes()).containsExactly(name);
    git("add", ".");
    git("commit", "-q", "-m", "second");
    assertThat(checkout.files("HEAD")).containsKey(name);
    Files.writeString(folder.resolve(name), "size: 2\n");
    assertThat(checkout.changedSince("HEAD")).containsExactly(name);
    assertThat(checkout.changedFiles()).containsExactly(checkout.home().resolve(name));
  }

  @Test
  void configurationOfGitHidesNothing() throws Exception {
    git("config", "diff.relative", "true");
    git("config", "diff.orderFile", "no-such-file");
    Files.writeString(folder.resolve("conf/cache.yml"), "size: 1\n");

    assertThat(new Checkout(folder.resolve("service")).changedSince("HEAD"))
        .containsExactly("../conf/cache.yml");
  }

  @Test
  void ignoresUntrackedFilesOfASubmodule() throws Exception {
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./.", "library");
    git("commit", "-q", "-m", "with a submodule");
    Checkout checkout = new Checkout(folder);

    Files.writeString(folder.resolve("library/notes.txt"), "untracked\n");
    assertThat(checkout.changes()).isEmpty();
    Files.writeString(folder.resolve("library/service/app.py"), "print(2)\n");
    assertThat(checkout.changes()).containsExactly("library");
  }

  @Test
  void filesThatGitCannotListAreAnError() {
    Checkout checkout = new Checkout(folder);
    String unknown = "0".repeat(40);

    assertNoVerdict(() -> checkout.changedSince(unknown));
    assertNoVerdict(() -> checkout.files(unknown));
    assertNoVerdict(new Checkout(folder.resolve(".git"))::untracked);
  }

  private static void assertNoVerdict(ThrowingCallable listing) {
    assertThatThrownBy(listing)
        .isInstanceOfSatisfying(
            Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(Fault.NO_VERDICT))
        .hasMessageContaining("try 'git -C ");
  }

  @Test
  void outsideAWorkTreeNothingHasChanged(@TempDir Path elsewhere) throws Exception {
    Files.writeString(elsewhere.resolve("app.py"), "print(1)\n");

    assertThat(new Checkout(elsewhere).changes()).isEmpty();
  }

  @Test
  void aWorkTreeOfAnotherUserIsNotTakenForOneWithoutHistory() throws Exception {
    try {
      Files.setAttribute(folder, "unix:uid", 54321);
      Files.setAttribute(folder.resolve(".git"), "unix:uid", 54321);
    } catch (IOException e) {
      assumeTrue(false, "only root can give a folder to another user");
    }
    Process git =
        new ProcessBuilder("git", "-C", folder.toString(), "rev-parse", "HEAD")
            .redirectErrorStream(true)
            .start();
    String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(answer.contains("ownership"), "this git accepts folders of other users");
    Checkout checkout = new Checkout(folder);

    assertThatThrownBy(() -> checkout.commit("HEAD"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("git config --global --add safe.directory " + folder);
    assertThatThrownBy(checkout::changes).isInstanceOf(Fault.class);
  }

  @Test
  void changedFilesAreFoundFromASubfolder() throws Exception {
    Files.writeString(folder.resolve("service/app.py"), "print(2)\n");

    assertThat(new Checkout(folder.resolve("service")).changedFiles())
        .containsExactly(folder.toRealPath().resolve("service/app.py"));
  }

  @Test
  void listsTheFilesOfACommit() {
    assertThat(new Checkout(folder.resolve("conf")).files("HEAD"))
        .containsKeys("cache.yml", "../service/app.py");
  }
}
