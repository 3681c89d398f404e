package io.perfline.core.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.sample.SampleRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildInfoTest {

  @TempDir private Path folder;
  private SampleRepository clone;
  private String commit;

  @BeforeEach
  void cloneOneCommit() throws Exception {
    SampleRepository upstream = SampleRepository.create(folder.resolve("upstream"));
    commit = upstream.commit("First");
    clone = upstream.clone(folder.resolve("clone"));
  }

  private BuildInfo build(Map<String, String> environment) {
    return BuildInfo.of(clone.home(), environment);
  }

  @Test
  void aDetachedHeadHasTheBranchOfItsTip() throws Exception {
    clone.git("checkout", "--quiet", "--detach");

    assertThat(build(Map.of()).branch()).isEqualTo("main");
    assertThat(build(Map.of()).commit()).isEqualTo(commit);
  }

  @Test
  void prefersTheCiServersBranchWithoutTheRemotesName() {
    assertThat(build(Map.of("BRANCH_NAME", "PR-7", "GIT_BRANCH", "origin/x")).branch())
        .isEqualTo("PR-7");
    assertThat(build(Map.of("GIT_BRANCH", "origin/release/2")).branch()).isEqualTo("release/2");
    assertThat(build(Map.of("GIT_BRANCH", "refs/remotes/origin/main")).branch()).isEqualTo("main");
    assertThat(build(Map.of("GIT_BRANCH", "refs/heads/topic")).branch()).isEqualTo("topic");
    assertThat(build(Map.of("GIT_BRANCH", "refs/tags/v1")).branch()).isEqualTo("v1");
    assertThat(build(Map.of("GIT_BRANCH", "heads-up")).branch()).isEqualTo("heads-up");
    assertThat(build(Map.of("GIT_BRANCH", "detached")).branch()).isEqualTo("main");
    assertThat(build(Map.of("BRANCH_NAME", "")).branch()).isEqualTo("main");
  }

  @Test
  void usesATagIfNoBranchPointsToTheCommit() throws Exception {
    clone.git("checkout", "--quiet", "--detach");
    clone.commit("Second");
    clone.git("tag", "v1");

    assertThat(build(Map.of()).branch()).isEqualTo("v1");
  }

  @Test
  void reportsChangesAndGuessesNothingOutsideACheckout() throws Exception {
    Files.writeString(clone.home().resolve("file"), "changed");

    assertThat(build(Map.of()).commit()).isEqualTo(commit + "-dirty");
    String other = "0123456789".repeat(4);
    assertThat(build(Map.of("GIT_COMMIT", other)).commit()).isEqualTo(commit + "-dirty");
    assertThat(BuildInfo.of(folder, Map.of("GIT_COMMIT", other)).commit()).isEqualTo(other);
    assertThat(BuildInfo.of(Files.createDirectory(folder.resolve("empty")), Map.of()))
        .isEqualTo(new BuildInfo("local", "unknown", "unknown"));
  }
}
