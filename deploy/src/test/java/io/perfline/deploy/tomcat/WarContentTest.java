package io.perfline.deploy.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarContentTest {

  private static final Map<String, String> ENTRIES =
      Map.of(
          "WEB-INF/classes/A.class", "class",
          "WEB-INF/lib/b.jar", "library",
          "assets/style.css", "style",
          "WEB-INF/classes/version.properties", "commit=1",
          "META-INF/MANIFEST.MF", "built by a");

  @TempDir private Path folder;

  private WarContent with(String entry, String content) throws IOException {
    Map<String, String> entries = new TreeMap<>(ENTRIES);
    entries.put(entry, content);
    Path war = folder.resolve("some.war");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
      for (Map.Entry<String, String> one : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(one.getKey()));
        zip.write(one.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return WarContent.of(war);
  }

  @Test
  void ignoresTheStampOfTheBuild() throws IOException {
    WarContent content = with("WEB-INF/classes/version.properties", "commit=1");

    assertThat(with("WEB-INF/classes/version.properties", "commit=2")).isEqualTo(content);
    assertThat(with("META-INF/MANIFEST.MF", "built by b")).isEqualTo(content);
    assertThat(with("META-INF/maven/g/a/pom.properties", "version")).isEqualTo(content);
  }

  @Test
  void detectsEveryOtherDifference() throws IOException {
    WarContent content = with("WEB-INF/classes/A.class", "class");

    assertThat(with("WEB-INF/classes/A.class", "clasS")).isNotEqualTo(content);
    assertThat(with("WEB-INF/lib/b.jar", "newer library")).isNotEqualTo(content);
    assertThat(with("assets/style.css", "")).isNotEqualTo(content);
    assertThat(with("WEB-INF/web.xml", "one more")).isNotEqualTo(content);
    assertThat(with("WEB-INF/classes/sub/version.properties", "theirs")).isNotEqualTo(content);
  }

  @Test
  void ignoresGitPerflineAndDocumentsInAFolder() throws IOException {
    write("src/a.py", "code");
    WarContent content = WarContent.ofFolder(folder);
    write("README.md", "text");
    write("docs/why.adoc", "text");
    write(".git/HEAD", "commit");
    write(".perf/history/a", "run");
    write("runs/a/run.json", "run");
    assertThat(WarContent.ofFolder(folder).digest()).isEqualTo(content.digest());

    write("src/a.py", "codE");
    assertThat(WarContent.ofFolder(folder).digest()).isNotEqualTo(content.digest());
    write("src/a.py", "code");
    write("runs.py", "more");
    assertThat(WarContent.ofFolder(folder)).isNotEqualTo(content);
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(folder.resolve(file).getParent());
    Files.writeString(folder.resolve(file), text);
  }

  @Test
  void aFileThatIsNotAWarIsWrongUsage() throws IOException {
    Path text = Files.writeString(folder.resolve("text.war"), "no zip");

    assertThatThrownBy(() -> WarContent.of(text))
        .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(2))
        .hasMessageContaining("cannot read the WAR " + text);
    assertThatThrownBy(() -> WarContent.of(folder.resolve("missing.war")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("missing.war");
  }
}
