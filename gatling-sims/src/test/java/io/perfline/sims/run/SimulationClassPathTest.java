package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests where the class of a Gatling simulation is searched for before the load. */
class SimulationClassPathTest {

  @TempDir private Path folder;

  @Test
  void findsAClassInFoldersJarsAndFoldersOfJars() throws IOException {
    Files.createDirectories(folder.resolve("classes/com/acme"));
    Files.writeString(folder.resolve("classes/com/acme/Search.class"), "");
    Files.createDirectories(folder.resolve("lib"));
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("lib/a.jar")))) {
      jar.putNextEntry(new JarEntry("com/acme/InJar.class"));
    }
    Files.writeString(folder.resolve("lib/notes.txt"), "not a jar");

    assertThatCode(() -> check("com.acme.Search", "classes")).doesNotThrowAnyException();
    assertThatCode(() -> check("com.acme.InJar", "lib/a.jar")).doesNotThrowAnyException();
    assertThatCode(() -> check("com.acme.InJar", "lib/*")).doesNotThrowAnyException();
    refused("com.acme.Serach", "classes, lib/*", "there is no class com.acme.Serach in");
    refused("com.acme.InJar", "lib/b.jar", "there is no " + folder.resolve("lib/b.jar"));
    Files.writeString(folder.resolve("lib/broken.jar"), "no zip");
    refused("com.acme.Other", "lib/*", "cannot read " + folder.resolve("lib/broken.jar"));
  }

  private void refused(String type, String classPath, String message) {
    assertThatThrownBy(() -> check(type, classPath))
        .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(2))
        .hasMessageContaining(message);
  }

  private void check(String type, String classPath) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("perf.yml"),
            """
            version: 1
            service: {url: 'http://a'}
            load: {search: {gatling: %s, classpath: [%s]}}
            """
                .formatted(type, classPath));
    Project project = ProjectFile.read(file);
    RunStage.requireBuilt(project, List.of("home"));
    RunStage.requireBuilt(project, List.of());
  }
}
