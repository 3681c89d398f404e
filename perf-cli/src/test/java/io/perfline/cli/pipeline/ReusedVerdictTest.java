package io.perfline.cli.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.file.FileTree;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.sample.SampleRepository;
import io.perfline.gate.history.CommitVerdict;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a real repository whose last commit changed a document. */
class ReusedVerdictTest {

  private static final String MEASURED = "commit java 17";
  private static final String BODY = "src/test/body.json";
  private static final String SAME = "nothing differs";

  @TempDir private Path folder;
  private SampleRepository repository;
  private String judged;

  @BeforeEach
  void makeRepository() throws Exception {
    repository = SampleRepository.create(folder.resolve("home"));
    write(".gitignore", ".perf/\nruns/\n");
    write("thresholds.yml", "version: 1\n");
    write(BODY, "{}");
    write(
        "perf.yml",
        """
        version: 1
        service: {command: 'run ${PORT}'}
        load: {all: {connections: 1, requests: [{post: /, body: {file: src/test/body.json}}]}}
        """);
    repository.git("add", ".");
    judged = repository.commit("First");
    write("notes.md", "More notes.");
    repository.git("add", ".");
    repository.commit("Document");
    remember(true);
  }

  private void write(String file, String text) throws IOException {
    Path path = repository.home().resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Project project() {
    return ProjectFile.read(repository.home().resolve("perf.yml"));
  }

  private CommitVerdict verdict(boolean letThrough) {
    return new CommitVerdict(
        judged,
        "main",
        "home",
        "commit",
        "earlier",
        "local",
        Instant.EPOCH,
        Outcome.PASS,
        "All limits are met.",
        letThrough,
        MEASURED);
  }

  private void remember(boolean letThrough) {
    verdicts().add(verdict(letThrough));
  }

  /** Returns the verdicts as another process reads them. */
  private CommitVerdicts verdicts() {
    return new CommitVerdicts(
        repository.home(), new HistoryOption(new EnvironmentOption(), folder.resolve("history")));
  }

  private Optional<ReusedVerdict> reused(String unchanged, String measured) {
    RunBaseline baseline = new RunBaseline("the parent commit", judged, BaselineSource.FOUND, null);
    return ReusedVerdict.of(
        project(), new BaselineFile(baseline, null, "somewhere", unchanged), measured, verdicts());
  }

  @Test
  void appliesToCommitsThatChangeOnlyDocuments() throws Exception {
    Path run = Files.createDirectories(repository.home().resolve("runs/two"));
    write("runs/earlier/report/index.html", "what was measured"); // the new report links to it
    ReusedVerdict reused = reused(SAME, MEASURED).orElseThrow();

    Verdict verdict = reused.restate(project(), run, Map.of(), Instant.EPOCH);
    verdicts().add(reused.of(verdict));

    assertThat(verdict).isEqualTo(VerdictFile.read(run));
    assertThat(verdict.outcome()).isEqualTo(Outcome.PASS);
    assertThat(verdict.summary())
        .contains("Nothing that runs has changed", "run earlier", "All limits are met.");
    String head = repository.git("rev-parse", "HEAD");
    assertThat(verdict.commit()).isEqualTo(head);
    assertThat(run.resolve("verdict.md")).content().contains("run earlier");
    assertThat(run.resolve("report/index.html"))
        .content()
        .contains("../../earlier/report/index.html");
    assertThat(verdicts().of(head).orElseThrow().run()).isEqualTo("earlier");
    assertThat(verdicts().of(head).orElseThrow().letThrough()).isTrue();
  }

  @Test
  void isFoundInTheHistoryWithAnEmptyWorkspace() throws Exception {
    FileTree.delete(repository.home().resolve(".perf"));

    assertThat(reused(SAME, MEASURED)).isPresent();

    FileTree.delete(folder.resolve("history"));
    assertThat(reused(SAME, MEASURED)).isEmpty();
  }

  @Test
  void dependsOnPerflinesContentNotOnItsCommit() throws Exception {
    String parent = MeasuringMethod.content(classPath("parent", "commit=a", "code", "library"));

    assertThat(MeasuringMethod.content(classPath("child", "commit=b", "code", "library")))
        .isEqualTo(parent);
    assertThat(MeasuringMethod.content(classPath("other", "commit=b", "changed", "library")))
        .isNotEqualTo(parent);
    assertThat(MeasuringMethod.content(classPath("newer", "commit=b", "code", "changed")))
        .isNotEqualTo(parent);
  }

  private List<String> classPath(String name, String stamp, String code, String library)
      throws IOException {
    Path classes = Files.createDirectories(folder.resolve(name));
    Files.writeString(classes.resolve("perfline.properties"), stamp);
    Files.writeString(classes.resolve("A.class"), code);
    Path jar = folder.resolve(name + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("B.class"));
      out.write(library.getBytes(StandardCharsets.UTF_8));
    }
    return List.of(classes.toString(), jar.toString());
  }

  @Test
  void dependsOnProfileLoadAndLimits() throws Exception {
    Path limits = repository.home().resolve("thresholds.yml");
    String before = method("commit", limits);

    assertThat(method("commit", limits)).isEqualTo(before);
    assertThat(method("nightly", limits)).isNotEqualTo(before);
    write("thresholds.yml", "version: 1\n# others\n");
    assertThat(method("commit", limits)).isNotEqualTo(before);
  }

  private String method(String profile, Path limits) {
    return new MeasuringMethod(project(), profile, List.of(limits)).digest();
  }

  @Test
  void doesNotApplyIfTheMeasurementWouldDiffer() throws Exception {
    assertThat(reused(null, MEASURED)).as("what runs differs").isEmpty();
    assertThat(reused(SAME, "nightly java 17")).as("another profile").isEmpty();
    FileTree.delete(repository.home().resolve(".perf/verdicts"));
    FileTree.delete(folder.resolve("history"));
    remember(false);
    assertThat(reused(SAME, MEASURED)).as("not let through").isEmpty();
    remember(true);
    write("thresholds.yml", "version: 1\n# looser\n");
    assertThat(reused(SAME, MEASURED)).as("other limits").isEmpty();
    write("thresholds.yml", "version: 1\n");
    assertThat(reused(SAME, MEASURED)).isPresent();
    write("src/test/other.json", "{}");
    assertThat(reused(SAME, MEASURED)).as("a file of tests").isPresent();
    write(BODY, "{\"size\": 1000}");
    assertThat(reused(SAME, MEASURED)).as("a body that the load sends").isEmpty();
  }
}
