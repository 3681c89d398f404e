package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.sample.SampleRepository;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real repository, with a stand-in for Maven alone. */
class BaselineCommandTest {

  @TempDir private Path folder;
  private SampleRepository repository;
  private final List<String> built = new ArrayList<>();
  private final StringWriter printed = new StringWriter();
  private String content = "the same";

  @BeforeEach
  void makeRepository() throws Exception {
    repository = SampleRepository.create(folder.resolve("home"));
    Files.writeString(repository.home().resolve(".gitignore"), ".perf/\ntarget/\n");
    repository.git("add", ".gitignore");
    repository.commit("First");
    repository.commit("Second");
    Path war = repository.home().resolve("perf-app/target/recorder.war");
    Files.createDirectories(war.getParent());
    war(war, "the same");
  }

  private static void war(Path file, String content) {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/A.class"));
      zip.write(content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With the stamp of the build. */
  private static void war(Path file, String content, String commit, boolean dirty) {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/A.class"));
      zip.write(content.getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/version.properties"));
      zip.write(
          "git.commit.id.full=%s\ngit.build.version=1\ngit.dirty=%s\n"
              .formatted(commit, dirty)
              .getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int baseline(String... options) {
    KeptWars.Builder builder =
        (commit, war) -> {
          built.add(commit);
          if (content == null) {
            throw Fault.noVerdict("it does not compile");
          }
          war(war, content);
        };
    List<String> all = new ArrayList<>(List.of("--out", out().toString()));
    all.addAll(List.of(options));
    PrintWriter both = new PrintWriter(printed, true);
    return Command.run(
        new BaselineCommand(repository.home(), builder), both, both, all.toArray(String[]::new));
  }

  private Path out() {
    return folder.resolve("baseline.json");
  }

  @Test
  void buildsTheParentOnceAndKeepsIt() throws Exception {
    String parent = repository.git("rev-parse", "HEAD^");
    content = "another";

    assertThat(baseline()).as(printed.toString()).isZero();
    assertThat(baseline()).isZero();

    assertThat(built).containsExactly(parent);
    BaselineFile found = BaselineFile.read(out());
    assertThat(found.baseline().commit()).isEqualTo(parent);
    assertThat(found.unchanged()).isNull();
    assertThat(Path.of(found.war())).exists().hasFileName(parent + ".war");
  }

  @Test
  void keepsWhatIsMeasuredNowForTheCommitAfterIt() throws Exception {
    String second = repository.git("rev-parse", "HEAD");
    String first = repository.git("rev-parse", "HEAD^");
    Path war = repository.home().resolve("perf-app/target/recorder.war");
    war(war, "second", second, false);
    assertThat(baseline()).as(printed.toString()).isZero();

    repository.commit("Third");
    war(war, "third", repository.git("rev-parse", "HEAD"), true);
    assertThat(baseline()).isZero();

    assertThat(built).containsExactly(first);
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(second);
    assertThat(repository.home().resolve(".perf/baselines"))
        .isDirectoryContaining(file -> file.endsWith(second + ".war"))
        .isDirectoryNotContaining(file -> file.toString().endsWith(".part"));
    try (Stream<Path> files = Files.list(repository.home().resolve(".perf/baselines"))) {
      assertThat(files).as("none with uncommitted changes").hasSize(2);
    }
  }

  @Test
  void keepsTheLastTwenty() throws Exception {
    Path kept = Files.createDirectories(repository.home().resolve(".perf/baselines"));
    for (int i = 1; i <= 25; i++) {
      Path old = Files.writeString(kept.resolve(i + ".war"), "");
      Files.setLastModifiedTime(old, FileTime.fromMillis(i * 1000L));
    }

    assertThat(baseline()).as(printed.toString()).isZero();

    assertThat(kept)
        .isDirectoryContaining(file -> file.endsWith("25.war"))
        .isDirectoryContaining(file -> file.endsWith("7.war"))
        .isDirectoryNotContaining(file -> file.endsWith("6.war"));
    assertThat(Path.of(BaselineFile.read(out()).war())).exists();
  }

  @Test
  void saysWhenNothingThatRunsChanged() {
    assertThat(baseline()).isZero();

    assertThat(BaselineFile.read(out()).unchanged()).contains("the same classes");
    assertThat(printed.toString()).contains("no load for comparing");
  }

  @Test
  void aParentThatDoesNotBuildLeavesTheAbsoluteLimitsAlone() {
    content = null;

    assertThat(baseline()).isZero();

    BaselineFile found = BaselineFile.read(out());
    assertThat(found.war()).isNull();
    assertThat(found.baseline().problem()).contains("the parent commit", "does not build");
  }

  @Test
  void aNamedOneThatDoesNotBuildIsNoVerdict() {
    content = null;

    assertThat(baseline("--against", "HEAD^")).isEqualTo(3);
    assertThat(printed.toString()).contains("it does not compile");
  }

  @Test
  void anEmptyNameIsAsNone() throws Exception {
    assertThat(baseline("--against", "")).isZero();

    assertThat(built).containsExactly(repository.git("rev-parse", "HEAD^"));
  }

  @Test
  void whatIsNoCommitIsWrongUsage() {
    assertThat(baseline("--against", "no-such-tag")).isEqualTo(2);
    assertThat(printed.toString()).contains("--against no-such-tag");
    assertThat(built).isEmpty();
  }

  @Test
  void nothingIsComparedWhenThatIsAskedFor() {
    assertThat(baseline("--against", "none")).isZero();

    assertThat(BaselineFile.read(out()).baseline().problem()).isEqualTo("--against none");
    assertThat(built).isEmpty();
  }
}
