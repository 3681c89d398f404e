package io.perfline.cli.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.OriginRepository;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.sample.SampleRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaselineChoiceTest {

  @TempDir private Path folder;
  private SampleRepository upstream;
  private String first;
  private String second;

  @BeforeEach
  void makeUpstream() throws Exception {
    upstream = SampleRepository.create(folder.resolve("upstream"));
    first = upstream.commit("First");
    second = upstream.commit("Second");
  }

  private static RunBaseline found(SampleRepository repository) {
    return found(repository, Map.of());
  }

  private static RunBaseline found(SampleRepository repository, Map<String, String> environment) {
    return BaselineChoice.found(
            new Checkout(repository.home()),
            OriginRepository.silently(repository.home()),
            environment)
        .baseline();
  }

  private BaselineFile requested(String against) {
    return BaselineChoice.requested(
        new Checkout(upstream.home()), OriginRepository.silently(upstream.home()), against);
  }

  @Test
  void theDefaultBranchIsComparedWithTheParent() throws Exception {
    SampleRepository clone = upstream.clone(folder.resolve("clone"));

    assertThat(found(upstream).commit()).isEqualTo(first);
    assertThat(found(clone).commit()).isEqualTo(first);
    assertThat(found(clone).description())
        .isEqualTo("the parent commit (" + first.substring(0, 10) + ")");
  }

  @Test
  void theDefaultBranchAheadOfItsUpstreamIsComparedWithTheParentToo() throws Exception {
    SampleRepository clone = upstream.clone(folder.resolve("clone"));
    clone.commit("Third");
    String fourth = clone.commit("Fourth");
    clone.commit("Fifth");

    assertThat(found(clone).commit()).isEqualTo(fourth);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PERFLINE_BEFORE", "CI_COMMIT_BEFORE_SHA"})
  void commitsPushedTogetherAreComparedWithTheOneBeforeThePush(String name) throws Exception {
    upstream.commit("Third");
    String fourth = upstream.commit("Fourth");

    RunBaseline before = found(upstream, Map.of("CI", "true", name, first));

    assertThat(before.commit()).isEqualTo(first);
    assertThat(before.description()).contains("the commit before the push");
    assertThat(found(upstream, Map.of(name, fourth)).description())
        .as("nothing was pushed")
        .contains("the parent commit");
    assertThat(found(upstream, Map.of(name, "0".repeat(40))).description())
        .as("a new branch")
        .contains("the parent commit");
  }

  @Test
  void aBranchIsComparedWithWhereItLeftTheDefaultBranch() throws Exception {
    SampleRepository clone = upstream.clone(folder.resolve("clone"));
    clone.git("checkout", "--quiet", "-b", "feature");
    clone.commit("Third");
    clone.commit("Fourth");

    assertThat(found(clone).commit()).isEqualTo(second);
    assertThat(found(clone).description()).contains("left origin/main");
  }

  @Test
  void anUntrackedClassIsAChangeButNotAFirstPerfYml() throws Exception {
    Files.writeString(upstream.home().resolve("perf.yml"), "version: 1");
    assertThat(found(upstream).commit()).isEqualTo(first);

    Files.writeString(upstream.home().resolve("New.java"), "class New {}");
    assertThat(found(upstream).commit()).isEqualTo(second);
    assertThat(found(upstream).description()).contains("uncommitted changes in New.java");
  }

  @Test
  void inCiACommitIsNeverComparedWithItself() throws Exception {
    Files.writeString(upstream.home().resolve("file"), "changed");

    RunBaseline choice = found(upstream, Map.of("CI", "true"));

    assertThat(choice.commit()).isEqualTo(first);
  }

  @Test
  void aFileRewrittenByTheBuildIsNotAChangeUntilItIsEdited() throws Exception {
    Path lock = upstream.home().resolve("file");
    Checkout checkout = new Checkout(upstream.home());

    assertThat(checkout.<Exception>changedBy(() -> Files.writeString(lock, "rewritten")))
        .containsExactly("file");
    assertThat(found(upstream).commit()).isEqualTo(first);

    Files.writeString(lock, "by hand");
    assertThat(found(upstream).commit()).isEqualTo(second);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"CHANGE_TARGET", "GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"})
  void aChangeRequestIsComparedWithWhereItLeftItsTarget(String name) throws Exception {
    upstream.git("checkout", "--quiet", "-b", "release");
    String third = upstream.commit("Third");
    upstream.git("checkout", "--quiet", "-");
    SampleRepository clone = upstream.clone(folder.resolve("clone"));
    clone.git("checkout", "--quiet", "--detach", "origin/release");
    clone.commit("Fourth");

    RunBaseline choice = found(clone, Map.of(name, "release"));

    assertThat(choice.commit()).isEqualTo(third);
    assertThat(choice.description()).contains("left origin/release");
    assertThatThrownBy(() -> found(clone, Map.of(name, "elsewhere")))
        .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(3))
        .hasMessageStartingWith("the change request's target origin/elsewhere is not here")
        .hasMessageContaining(
            "'git fetch origin +refs/heads/elsewhere:refs/remotes/origin/elsewhere'");
  }

  @Test
  void theTargetOfAChangeRequestIsFetched() throws Exception {
    upstream.git("checkout", "--quiet", "-b", "release");
    String third = upstream.commit("Third");
    upstream.git("checkout", "--quiet", "-b", "change");
    upstream.commit("Fourth");
    SampleRepository clone =
        upstream.clone(folder.resolve("clone"), "--depth=1", "--branch=change");

    assertThat(found(clone, Map.of("CHANGE_TARGET", "release")).commit()).isEqualTo(third);
  }

  @Test
  void aBranchWithoutCommitsOfItsOwnIsComparedWithTheParent() throws Exception {
    SampleRepository clone = upstream.clone(folder.resolve("clone"));
    clone.git("checkout", "--quiet", "-b", "feature");

    assertThat(found(clone).commit()).isEqualTo(first);
  }

  @Test
  void uncommittedChangesAreComparedWithHead() throws Exception {
    Files.writeString(upstream.home().resolve("file"), "changed");

    assertThat(found(upstream).commit()).isEqualTo(second);
    assertThat(found(upstream).description())
        .startsWith("HEAD, without the uncommitted changes in file");
  }

  @Test
  void aDetachedHeadIsComparedAsItsBranch() throws Exception {
    SampleRepository clone = upstream.clone(folder.resolve("clone"));
    clone.git("checkout", "--quiet", "--detach");
    assertThat(found(clone).commit()).isEqualTo(first);

    clone.commit("Third");
    assertThat(found(clone).commit()).isEqualTo(second);
  }

  @Test
  void reportsAMissingParent() throws Exception {
    SampleRepository young = SampleRepository.create(folder.resolve("young"));
    assertThat(found(young).problem()).contains("not a git checkout with a commit");
    young.commit("First");

    assertThat(found(young).commit()).isNull();
    assertThat(found(young).problem()).isEqualTo("this commit has no parent");
  }

  @Test
  void aShallowCloneIsCompletedOrGivesNoVerdict() throws Exception {
    SampleRepository clone = upstream.clone(folder.resolve("clone"), "--depth=1");
    SampleRepository alone = upstream.clone(folder.resolve("alone"), "--depth=1");
    alone.git("remote", "remove", "origin");

    assertThat(found(clone).commit()).isEqualTo(first);
    assertThatThrownBy(() -> found(alone))
        .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(3))
        .hasMessageContaining("'git fetch --unshallow origin' must succeed");
  }

  @Test
  void theCommitBeforeAForcedPushIsFetched() throws Exception {
    upstream.git("config", "uploadpack.allowAnySHA1InWant", "true");
    String pushed = upstream.commit("Third");
    upstream.git("reset", "--quiet", "--hard", second);
    upstream.commit("Other third");
    upstream.commit("Other fourth");
    SampleRepository clone = upstream.clone(folder.resolve("clone"), "--depth=1");

    assertThat(found(clone, Map.of("PERFLINE_BEFORE", pushed)).commit()).isEqualTo(second);
  }

  /** A container often has a copy of the files without their history. */
  @Test
  void inCiAFolderWithoutHistoryGivesNoVerdict() throws Exception {
    SampleRepository bare = new SampleRepository(Files.createDirectories(folder.resolve("bare")));

    assertThat(found(bare).problem()).contains("not a git checkout");
    assertThatThrownBy(() -> found(bare, Map.of("CI", "true")))
        .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(3));
  }

  @Test
  void acceptsACommitATagAFileOrNone() throws Exception {
    upstream.git("tag", "v1", first);
    Path war = Files.writeString(folder.resolve("old.war"), "a war");

    assertThat(requested("v1").baseline().commit()).isEqualTo(first);
    assertThat(requested("HEAD~1").baseline().commit()).isEqualTo(first);
    assertThat(requested(war.toString()).war()).isEqualTo(war.toString());
    assertThat(requested("none").baseline().problem()).isEqualTo("--against none");
    assertThatThrownBy(() -> requested("v2"))
        .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(2))
        .hasMessageContaining("--against v2: no file, commit, branch or tag has this name here");
  }
}
