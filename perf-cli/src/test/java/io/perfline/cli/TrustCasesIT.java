package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.file.FileTree;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests commits that make a service slower in ways that a comparison can miss; none may pass. */
class TrustCasesIT {

  private static final String IN_EACH_CASE = ".gitignore";

  @TempDir private Path folder;
  private OwnProject project;

  @Test
  void comparesAChangedConfigurationFileAlthoughTheArtifactIsEqual() throws Exception {
    commit("configuration-file-changed/before", "Before");
    commit("configuration-file-changed/after", "After");

    assertThat(project.ci("after", "--no-why")).as(project.output()).isEqualTo(1);

    assertThat(project.output()).contains("differs: conf/app.properties", "FAIL", "slower");
    assertThat(baseline("after").differs()).containsExactly("conf/app.properties");
  }

  @Test
  @Tag("acceptance")
  void comparesAChangedMainClass() throws Exception {
    commit("manifest-changed/before", "Before");
    commit("manifest-changed/after", "After");

    assertThat(project.ci("after")).as(project.output()).isEqualTo(1);

    assertThat(baseline("after").differs())
        .anySatisfy(what -> assertThat(what).contains("target/app.jar", "Main-Class"));
  }

  @Test
  @Tag("acceptance")
  void runsEachBuildByThePerfYmlOfItsCommit() throws Exception {
    commit("perf-yml-applied-to-both/before", "Before");
    commit("perf-yml-applied-to-both/after", "After");

    assertThat(project.ci("after")).as(project.output()).isEqualTo(1);

    assertThat(baseline("after").differs())
        .containsExactly("service.command in perf.yml", "service.variables in perf.yml");
  }

  @Test
  @Tag("acceptance")
  void comparesABuildThatRewritesATrackedFileWithTheParent() throws Exception {
    commit("build-rewrites-a-tracked-file/before", "Before");
    String parent = project.head();
    commit("build-rewrites-a-tracked-file/after", "After");

    assertThat(project.ci("after")).as(project.output()).isEqualTo(1);

    assertThat(project.output()).contains("the build changed files in git", "sources.txt");
    assertThat(baseline("after").commit()).isEqualTo(parent);
  }

  @Test
  @Tag("acceptance")
  void comparesWithTheGrandparentIfTheParentDoesNotBuild() throws Exception {
    commit("parent-does-not-build/1", "Fast");
    String fast = project.head();
    commit("parent-does-not-build/2", "Does not build");
    commit("parent-does-not-build/3", "Slow");

    assertThat(project.ci("after")).as(project.output()).isEqualTo(1);

    assertThat(baseline("after").commit()).isEqualTo(fast);
    assertThat(project.output()).contains("does not build");
  }

  @Test
  @Tag("acceptance")
  void aSlowCommitIsNotTheBaselineOfALaterDocumentChange() throws Exception {
    commit("configuration-file-changed/before", "Before");
    String fast = project.head();
    assertThat(project.ci("first", "--against", "none")).as(project.output()).isZero();
    commit("configuration-file-changed/after", "Slow");
    assertThat(project.ci("slow", "--against", fast)).as(project.output()).isEqualTo(1);
    project.write("notes.md", "More notes.\n");
    project.commit("A document");

    assertThat(project.ci("document")).as(project.output()).isEqualTo(1);

    assertThat(baseline("document").commit()).isEqualTo(fast);
  }

  @Test
  @Tag("acceptance")
  void aJarThatRunsAsBothBuildsGivesNoVerdict() throws Exception {
    commit("same-jar-twice/before", "Before");
    commit("same-jar-twice/after", "After");

    assertThat(project.ci("after")).as(project.output()).isEqualTo(3);

    assertThat(project.output()).contains("candidate", "baseline", project.head());
  }

  @Test
  @Tag("acceptance")
  void backgroundWorkCountsForItsBuild() throws Exception {
    commit("background-work/before", "Before");
    commit("background-work/after", "After");

    assertThat(project.ci("after")).as(project.output()).isEqualTo(1);

    assertThat(project.output()).contains("FAIL", "more-cpu");
  }

  private RunBaseline baseline(String run) {
    return RunFile.read(folder.resolve("home/runs").resolve(run)).baseline();
  }

  /** Replaces the project's files by those of a case and commits. */
  private void commit(String state, String message) throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    if (project == null) {
      project = new OwnProject(home);
      project.write(IN_EACH_CASE, ".perf/\nruns/\ntarget/\n");
    }
    for (String part : new String[] {"src", "conf"}) {
      FileTree.delete(home.resolve(part));
    }
    URI source = TrustCasesIT.class.getResource("/trust/" + state).toURI();
    boolean inJar = source.getScheme().equals("jar");
    try (FileSystem jar = inJar ? FileSystems.newFileSystem(source, Map.of()) : null) {
      Path from = Path.of(source);
      try (Stream<Path> files = Files.walk(from)) {
        files
            .filter(Files::isRegularFile)
            .forEach(file -> copy(file, home.resolve(from.relativize(file).toString())));
      }
    }
    project.commit(message);
  }

  /** A case may start a jar outside of the project by its absolute path. */
  private void copy(Path file, Path to) {
    try {
      Files.createDirectories(to.getParent());
      String jar = folder.resolve("case.jar").toString();
      Files.writeString(to, Files.readString(file).replace("$CASE_JAR", jar));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
