package io.perfline.core.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  private static final byte[] OLD = "old and longer".getBytes(StandardCharsets.UTF_8);
  private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  @Test
  void replacesTheFileWithoutLeavingTemporaryFiles() throws IOException {
    Path file = folder.resolve("run.json");

    AtomicFile.write(file, OLD);
    AtomicFile.write(file, NEW);

    assertThat(file).hasBinaryContent(NEW);
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void keepsTheOldContentIfWritingFails() throws IOException {
    Path file = folder.resolve("run.json");
    AtomicFile.write(file, OLD);

    assertThatThrownBy(
            () ->
                AtomicFile.write(
                    file,
                    out -> {
                      out.write(NEW);
                      throw new IOException("the disk is full");
                    }))
        .hasMessage("the disk is full");

    assertThat(file).hasBinaryContent(OLD);
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }
}
