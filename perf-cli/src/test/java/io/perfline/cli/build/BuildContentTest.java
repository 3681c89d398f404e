package io.perfline.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.sample.SampleRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the outputs of two builds with the same tracked files. */
class BuildContentTest {

  private static final String SERVICE =
      "version: 1\nservice: {command: 'java -jar x ${PORT}', artifact: target/app.jar}\n";

  @TempDir private Path folder;
  private Path candidate;
  private Path baseline;

  @BeforeEach
  void makeBuilds() throws Exception {
    SampleRepository repository = SampleRepository.create(folder.resolve("candidate"));
    candidate = repository.home();
    write(candidate, ".gitignore", "target/\n");
    repository.git("add", ".");
    repository.commit("First");
    baseline = repository.clone(folder.resolve("baseline")).home();
    for (Path build : List.of(candidate, baseline)) {
      write(build, "target/app.jar", "compared by itself: " + build);
      write(build, "target/data.bin", "the same");
      write(build, "target/build.log", "built in " + build);
      write(build, "target/surefire-reports/Test.txt", "in " + build);
    }
  }

  private static void write(Path build, String name, String text) throws IOException {
    Path file = build.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void library(Path build, String entry, String stamp) throws IOException {
    Path file = build.resolve("target/lib/a.jar");
    Files.createDirectories(file.getParent());
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("A.class"));
      zip.write(entry.getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("git.properties"));
      zip.write(stamp.getBytes(StandardCharsets.UTF_8));
    }
  }

  private List<String> differences() {
    ServiceUnderTest service = ProjectFile.readService("perf.yml", SERVICE);
    return new BuildContent(baseline, service)
        .madeDifferently(new BuildContent(candidate, service));
  }

  @Test
  void ignoresLogsAndReports() {
    assertThat(differences()).isEmpty();
  }

  @Test
  void namesGeneratedDataThatDiffersOrIsMissing() throws IOException {
    write(candidate, "target/data.bin", "others");
    write(baseline, "target/only.bin", "in the baseline");

    assertThat(differences()).containsExactlyInAnyOrder("target/data.bin", "target/only.bin");
  }

  @Test
  void comparesLibrariesByTheirContent() throws IOException {
    library(candidate, "code", "commit a");
    library(baseline, "code", "commit b");
    assertThat(differences()).as("build stamps").isEmpty();

    library(candidate, "other code", "commit a");
    assertThat(differences()).containsExactly("target/lib/a.jar");
  }
}
