package io.perfline.proof.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowedWarTest {

  @TempDir Path folder;

  @Test
  void addsTheFilterAndItsJarAndLeavesTheOriginal() throws IOException {
    Path war = war("<web-app><listener/></web-app>\n");
    Path jar = Files.writeString(folder.resolve("slowed.jar"), "jar");

    Path copy =
        SlowedWar.write(
            war, jar, Map.of("one_in", "50", "delay_ms", "5"), folder.resolve("x/recorder.war"));

    try (FileSystem zip = FileSystems.newFileSystem(copy)) {
      assertThat(zip.getPath("/WEB-INF/lib/recorder-slowed.jar")).hasContent("jar");
      assertThat(Files.readString(zip.getPath("/WEB-INF/web.xml")))
          .startsWith("<web-app><listener/>")
          .contains("<param-name>one_in</param-name><param-value>50</param-value>")
          .contains("<param-name>delay_ms</param-name><param-value>5</param-value>")
          .contains("<async-supported>true</async-supported>")
          .endsWith("</web-app>\n");
    }
    try (FileSystem zip = FileSystems.newFileSystem(war)) {
      assertThat(zip.getPath("/WEB-INF/lib/recorder-slowed.jar")).doesNotExist();
    }
  }

  @Test
  void saysWhatToBuildWhenTheJarIsMissing() throws IOException {
    Path war = war("<web-app></web-app>");

    assertThatThrownBy(
            () -> SlowedWar.write(war, folder.resolve("no.jar"), Map.of(), folder.resolve("y.war")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("no.jar")
        .hasMessageContaining("./perf build");
  }

  private Path war(String descriptor) throws IOException {
    Path war = folder.resolve("recorder.war");
    try (OutputStream out = Files.newOutputStream(war);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
      zip.write(descriptor.getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    }
    return war;
  }
}
