package io.perfline.cli.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.build.BaselineClone;
import io.perfline.core.command.Command;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.Sha256;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.sample.SampleRepository;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looks for the baseline in clones as build servers make them, whose origin may be gone. */
class IncompleteCloneTest {

  @TempDir private Path folder;
  private SampleRepository upstream;
  private String first;
  private final StringWriter printed = new StringWriter();

  @BeforeEach
  void makeUpstream() throws Exception {
    upstream = SampleRepository.create(folder.resolve("upstream"));
    upstream.git("config", "uploadpack.allowFilter", "true");
    upstream.git("config", "uploadpack.allowAnySHA1InWant", "true");
    write("perf.yml", project("cat src/A.java > product"));
    write("src/A.java", "fast");
    write(".gitignore", ".perf/\nproduct\n");
    first = commitAll("First");
    write("src/A.java", "slow");
    commitAll("Second");
  }

  private static String project(String build) {
    return """
    version: 1
    service: {build: '%s', command: 'run ${PORT}'}
    load: {all: {connections: 1, requests: [{get: /}]}}
    """
        .formatted(build);
  }

  private void write(String name, String text) throws Exception {
    Path file = upstream.home().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String commitAll(String subject) throws Exception {
    upstream.git("add", "--all");
    return upstream.commit(subject);
  }

  private SampleRepository cloned(String options) throws Exception {
    return upstream.clone(folder.resolve("clone"), options.split(" "));
  }

  private int baseline(SampleRepository of, String... options) {
    List<String> all = new ArrayList<>(List.of("--out", out().toString()));
    all.addAll(List.of("--history", folder.resolve("history").toString()));
    all.addAll(List.of(options));
    PrintWriter both = new PrintWriter(printed, true);
    return Command.run(new BaselineCommand(of.home()), both, both, all.toArray(String[]::new));
  }

  private Path out() {
    return folder.resolve("baseline.json");
  }

  private void isComparedWithTheFirst(SampleRepository clone) throws Exception {
    assertThat(baseline(clone)).as(printed.toString()).isZero();
    BaselineFile found = BaselineFile.read(out());
    assertThat(found.baseline().problem()).isNull();
    assertThat(found.baseline().commit()).isEqualTo(first);
    assertThat(Path.of(found.folder(), "product")).hasContent("fast");
  }

  private void hasNoVerdictBut(String command, SampleRepository clone) {
    assertThat(baseline(clone)).as(printed.toString()).isEqualTo(3);
    assertThat(printed.toString()).contains(command).doesNotContain("does not build");
    assertThat(out()).doesNotExist();
  }

  private void originIsGone() throws Exception {
    FileTree.delete(upstream.home());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--depth=1",
        "--depth=1 --no-tags --single-branch",
        "--filter=blob:none",
        "--filter=tree:0",
        "--filter=blob:none --sparse",
        "--depth=1 --filter=blob:none",
        "--origin=elsewhere --depth=1"
      })
  void aCloneIsCompletedFromItsOrigin(String options) throws Exception {
    SampleRepository clone = cloned(options);
    if (options.contains("sparse")) {
      clone.git("sparse-checkout", "set", "--no-cone", "/perf.yml");
    }

    isComparedWithTheFirst(clone);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--depth=1", "--filter=blob:none", "--filter=tree:0"})
  void aCloneThatCannotBeCompletedGivesNoVerdict(String options) throws Exception {
    SampleRepository clone = cloned(options);
    originIsGone();

    hasNoVerdictBut("git fetch --", clone);
  }

  /** As a pull request is checked out: a merge that is on no branch, and without history. */
  @Test
  void aDetachedCommitOnNoBranchIsCompleted() throws Exception {
    upstream.git("checkout", "--quiet", "--detach", first);
    write("src/A.java", "slow, too");
    commitAll("Pull request");
    upstream.git("update-ref", "refs/pull/1/merge", "HEAD");
    upstream.git("checkout", "--quiet", "main");
    SampleRepository clone = SampleRepository.create(folder.resolve("clone"));
    clone.git("remote", "add", "origin", "file://" + upstream.home());
    clone.git("fetch", "--quiet", "--depth=1", "origin", "refs/pull/1/merge");
    clone.git("checkout", "--quiet", "--detach", "FETCH_HEAD");

    isComparedWithTheFirst(clone);
  }

  @Test
  void theFirstCommitOfARepositoryIsComparedWithNothing() throws Exception {
    SampleRepository clone = cloned("--depth=1");
    clone.git("fetch", "--quiet", "--unshallow");
    clone.git("checkout", "--quiet", "--detach", first);

    assertThat(baseline(clone)).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().problem())
        .isEqualTo(
            "this commit has no parent; this build is compared with itself (A/A), to measure how much"
                + " two starts of it differ");
  }

  @Test
  void aNamedTagOrBranchIsFetched() throws Exception {
    upstream.git("tag", "v1", first);
    upstream.git("branch", "stable", first);
    SampleRepository clone = cloned("--depth=1 --no-tags");

    for (String name : List.of("v1", "stable", "origin/stable", first, "HEAD~1")) {
      assertThat(baseline(clone, "--against", name)).as(name + ": " + printed).isZero();
      assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(first);
    }
    assertThat(baseline(clone, "--against", "v2")).isEqualTo(2);
  }

  @Test
  void theTagOfTheLastReleaseIsFetched() throws Exception {
    upstream.git("tag", "v1.0", first);
    SampleRepository clone = cloned("--no-tags");

    assertThat(baseline(clone, "--since", "release", "--measure")).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(first);

    SampleRepository shallow = upstream.clone(folder.resolve("shallow"), "--depth=1");
    originIsGone();
    assertThat(baseline(shallow, "--since", "release", "--measure")).isEqualTo(3);
    assertThat(printed.toString()).contains("git fetch --unshallow origin");
  }

  /** An address in git's message may contain a login. */
  @Test
  void noLoginIsPrinted() throws Exception {
    SampleRepository clone = cloned("--depth=1");
    clone.git("remote", "set-url", "origin", "http://someone:secret1@127.0.0.1:1/a.git");

    hasNoVerdictBut("git fetch --unshallow origin", clone);
    assertThat(printed.toString()).doesNotContain("secret1");
  }

  @Test
  void contentsInGitLfsAreTakenFromTheCheckout() throws Exception {
    String content = "fast";
    inLfs(content);
    SampleRepository clone = cloned("--no-tags");
    Path pointer = clone.home().resolve(".git/pointer");
    write(pointer, pointer("slow"));
    clone.git("config", "filter.lfs.clean", "cat > /dev/null; cat '%s'".formatted(pointer));
    write(clone.home().resolve("src/A.java"), "slow");
    Path kept = clone.home().resolve(".git/lfs/objects").resolve(place(content));

    hasNoVerdictBut("git lfs fetch origin " + first, clone);

    write(kept, content);
    isComparedWithTheFirst(clone);
  }

  /** Then the build of this commit got pointers as well. */
  @Test
  void pointersAreComparedWithPointers() throws Exception {
    inLfs("fast");
    SampleRepository clone = cloned("--no-tags");

    assertThat(baseline(clone)).as(printed.toString()).isZero();
    assertThat(Path.of(BaselineFile.read(out()).folder(), "product"))
        .hasContent(pointer("fast").strip());
  }

  /** Puts {@code src/A.java} of both commits into Git LFS, without the program. */
  private void inLfs(String content) throws Exception {
    upstream.git("checkout", "--quiet", "--orphan", "lfs");
    write(".gitattributes", "src/*.java filter=lfs diff=lfs merge=lfs -text\n");
    write("src/A.java", pointer(content));
    first = commitAll("First in LFS");
    write("src/A.java", pointer("slow"));
    commitAll("Second in LFS");
    upstream.git("branch", "--quiet", "-M", "main");
  }

  private static String pointer(String content) {
    return "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n"
        .formatted(Sha256.of(content), content.length());
  }

  private static Path place(String content) {
    String oid = Sha256.of(content);
    return Path.of(oid.substring(0, 2), oid.substring(2, 4), oid);
  }

  private static void write(Path file, String text) throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** The submodule is shallow: it has the commit of this build, but not that of the baseline. */
  @Test
  void aSubmoduleIsCompletedToo() throws Exception {
    SampleRepository library = withSubmodule();
    SampleRepository clone = cloned("--depth=1");
    clone.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "update",
        "--quiet",
        "--init",
        "--depth=1");

    isComparedWithTheFirst(clone);

    FileTree.delete(clone.home());
    SampleRepository without = cloned("--no-tags");
    FileTree.delete(library.home());
    Files.delete(out());
    hasNoVerdictBut("git submodule update --init --recursive", without);
  }

  private SampleRepository withSubmodule() throws Exception {
    SampleRepository library = SampleRepository.create(folder.resolve("library"));
    library.git("config", "uploadpack.allowAnySHA1InWant", "true");
    String fast = library.commit("fast");
    String slow = library.commit("slow");
    upstream.git("checkout", "--quiet", "--orphan", "modular");
    write("perf.yml", project("cat library/file > product"));
    upstream.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        "file://" + library.home());
    new SampleRepository(upstream.home().resolve("library")).git("checkout", "--quiet", fast);
    first = commitAll("First with a submodule");
    new SampleRepository(upstream.home().resolve("library")).git("checkout", "--quiet", slow);
    commitAll("Second with a submodule");
    upstream.git("branch", "--quiet", "-M", "main");
    return library;
  }

  /** A commit doesn't fail because of a missing permission or a full disk. */
  @Test
  void aFolderThatCannotBeWrittenGivesNoVerdict() throws Exception {
    SampleRepository clone = cloned("--no-tags");
    Files.createDirectories(clone.home().resolve(".perf"));
    Files.writeString(clone.home().resolve(".perf/baselines"), "a file where a folder should be");

    hasNoVerdictBut("cannot build commit " + first, clone);
    assertThat(BaselineClone.whyFull(Path.of("/proc"))).contains("/proc");
    assertThat(BaselineClone.whyFull(folder.resolve("new/folder"))).isEmpty();
  }

  @Test
  void aRepositoryThatGitCannotReadGivesNoVerdict() throws Exception {
    SampleRepository clone = cloned("--no-tags");
    FileTree.delete(clone.home().resolve(".git/objects"));

    assertThat(baseline(clone)).as(printed.toString()).isEqualTo(3);
  }

  @Test
  void aCommitThatReallyDoesNotBuildIsSkipped() throws Exception {
    write("perf.yml", project("exit 1"));
    commitAll("Broken");
    write("perf.yml", project("cat src/A.java > product"));
    commitAll("Repaired");
    SampleRepository clone = cloned("--depth=1");

    assertThat(baseline(clone)).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().name()).contains("does not build");
    try (Stream<Path> built = Files.list(clone.home().resolve(".perf/baselines"))) {
      assertThat(built).isNotEmpty();
    }
  }
}
