package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.VerdictRecords.Judged;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.sample.SampleRepository;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real repository, whose last commit changed a document. */
class StandingVerdictTest {

  private static final String MEASURED = "commit java 17";

  @TempDir private Path folder;
  private SampleRepository repository;
  private String judged;

  @BeforeEach
  void makeRepository() throws Exception {
    repository = SampleRepository.create(folder.resolve("home"));
    write(".gitignore", ".perf/\nruns/\n");
    write("thresholds.yml", "version: 1\n");
    write(
        "perf.yml",
        """
        version: 1
        service: {command: 'run ${PORT}'}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """);
    repository.git("add", ".");
    judged = repository.commit("First");
    write("notes.md", "More notes.");
    repository.git("add", ".");
    repository.commit("Document");
    remember(true);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(repository.home().resolve(file), text);
  }

  private Project project() {
    return ProjectFile.read(repository.home().resolve("perf.yml"));
  }

  private void remember(boolean letThrough) {
    Line line =
        new Line(
            "errors",
            "all",
            "service",
            "error_rate",
            "<= 1 %",
            null,
            0.0,
            "%",
            null,
            100,
            null,
            Outcome.PASS,
            Finding.WITHIN_PASS,
            "0 % of 100");
    Verdict verdict =
        new Verdict(
            Verdict.SCHEMA,
            "earlier",
            "local",
            "main",
            judged,
            "commit",
            "home",
            Instant.EPOCH,
            Outcome.PASS,
            "All limits are met.",
            List.of(),
            List.of(line),
            List.of());
    VerdictRecords.of(repository.home())
        .add(judged, new Judged("earlier", Outcome.PASS, letThrough, MEASURED), verdict);
  }

  private Optional<StandingVerdict> standing(String unchanged, String measured) {
    RunBaseline baseline = new RunBaseline("the parent commit", judged, "found", null);
    return StandingVerdict.of(
        project(), new BaselineFile(baseline, null, "somewhere", unchanged), measured);
  }

  @Test
  void standsForACommitThatChangesADocumentAndForTheNextOne() throws Exception {
    Path run = repository.home().resolve("runs/two");

    int code =
        standing("nothing differs", MEASURED)
            .orElseThrow()
            .restate(project(), run, Map.of(), Instant.EPOCH);

    assertThat(code).isZero();
    assertThat(VerdictFile.read(run).summary())
        .contains("Nothing that runs has changed", "run earlier", "All limits are met.");
    String head = repository.git("rev-parse", "HEAD");
    assertThat(VerdictFile.read(run).commit()).isEqualTo(head);
    assertThat(VerdictRecords.of(repository.home()).of(head))
        .hasValue(new Judged("earlier", Outcome.PASS, true, MEASURED));
  }

  @Test
  void doesNotStandWhereSomethingWouldBeMeasuredInAnotherWay() throws Exception {
    assertThat(standing(null, MEASURED)).as("what runs differs").isEmpty();
    assertThat(standing("nothing differs", "nightly java 17")).as("another profile").isEmpty();
    remember(false);
    assertThat(standing("nothing differs", MEASURED)).as("not let through").isEmpty();
    remember(true);
    write("thresholds.yml", "version: 1\n# looser\n");
    assertThat(standing("nothing differs", MEASURED)).as("other limits").isEmpty();
  }
}
