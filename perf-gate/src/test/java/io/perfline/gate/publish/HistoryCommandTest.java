package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryCommandTest {

  private static final String LINES = "perf_case,case=a requests=1i 1000000000\n";

  @TempDir Path folder;

  @Test
  void readsAnExport() throws IOException {
    Path file = folder.resolve("history.lp.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(LINES.getBytes(StandardCharsets.UTF_8));
    }

    assertThat(read(file)).isEqualTo(LINES);
  }

  @ParameterizedTest
  @ValueSource(strings = {LINES, "", "p"})
  void readsAnExportThatWasUnpacked(String lines) throws IOException {
    assertThat(read(Files.writeString(folder.resolve("history.lp"), lines))).isEqualTo(lines);
  }

  private static String read(Path file) throws IOException {
    try (InputStream in = HistoryCommand.plain(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
