package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnPackagesTest {

  @TempDir Path folder;

  @Test
  void aWarsOwnPackagesAreThoseOfItsClasses() throws IOException {
    Path war =
        jar(null, "WEB-INF/classes/app/in/Way.class", "WEB-INF/lib/web.jar", "WEB-INF/web.xml");

    assertThat(ApplicationPackages.of(List.of(war))).containsExactly("app.in");
  }

  @Test
  void anUberJarsOwnPackagesAreThoseNearTheMainClass() throws IOException {
    Path jar =
        jar("com.team.app.Main", "com/team/store/Put.class", "com/fasterxml/Json.class", "X.class");

    assertThat(ApplicationPackages.of(List.of(jar))).containsExactly("com.team.store");
  }

  @Test
  void withoutAnArchiveThePackagesAreUnknown() {
    assertThat(ApplicationPackages.of(List.of())).isEmpty();
  }

  @Test
  void namesAnUnreadableArchive() {
    Path missing = folder.resolve("missing.war");

    assertThatThrownBy(() -> ApplicationPackages.of(List.of(missing)))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("missing.war");
  }

  private Path jar(String main, String... entries) throws IOException {
    Path file = folder.resolve("archive.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (main != null) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
    }
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (String entry : entries) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
    }
    return file;
  }
}
