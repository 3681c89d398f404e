package io.perfline.sims.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.sims.driver.http.CapturedExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureFileTest {

  @TempDir Path folder;

  @Test
  void writesExchangesInTheOrderInWhichTheyStarted() throws Exception {
    Path out = folder.resolve("capture.jsonl");
    try (CaptureFile file = new CaptureFile(out)) {
      long slow = file.begin();
      long fast = file.begin();
      long lost = file.begin();
      long later = file.begin();
      file.end(later, exchange(4));
      file.end(fast, exchange(2));
      assertThat(file.written()).isZero();
      file.end(slow, exchange(1));
      assertThat(file.written()).isEqualTo(2);
      file.leaveOut(lost);
      assertThat(file.written()).isEqualTo(3);
    }
    assertThat(times(out)).containsExactly("1", "2", "4");
    assertThat(Files.getPosixFilePermissions(out)).hasSize(2);
  }

  @Test
  void anUnfinishedExchangeDoesNotAffectOthers() throws Exception {
    Path out = folder.resolve("capture.jsonl");
    try (CaptureFile file = new CaptureFile(out)) {
      file.begin();
      file.end(file.begin(), exchange(2));
    }
    assertThat(times(out)).containsExactly("2");
  }

  @Test
  void anExchangeThatEndedIsInTheFileBeforeTheRecordingEnds() throws Exception {
    Path out = folder.resolve("capture.jsonl");
    try (CaptureFile file = new CaptureFile(out)) {
      file.end(file.begin(), exchange(1));
      assertThat(times(out)).containsExactly("1");
    }
  }

  @Test
  void boundsTheMemoryForOneSlowExchange() throws Exception {
    Path out = folder.resolve("capture.jsonl");
    try (CaptureFile file = new CaptureFile(out, 8_000)) {
      long slow = file.begin();
      String large = "x".repeat(1_000);
      for (int i = 0; i < 9; i++) {
        file.end(file.begin(), exchange(i + 2, large));
      }
      assertThat(file.written()).isBetween(7L, 8L);
      file.end(slow, exchange(1));
    }
    assertThat(times(out)).hasSize(10).contains("1");
  }

  @Test
  void doesNotOverwriteARecording() throws Exception {
    Path out = Files.createFile(folder.resolve("capture.jsonl"));
    assertThatThrownBy(() -> new CaptureFile(out)).isInstanceOf(IOException.class);
  }

  private static List<String> times(Path file) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines.map(line -> line.replaceFirst(".*\"at_us\":(\\d+).*", "$1")).toList();
    }
  }

  private static CapturedExchange exchange(long at) {
    return exchange(at, null);
  }

  private static CapturedExchange exchange(long at, String body) {
    return new CapturedExchange(
        at, 1, "GET", "/", Map.of(), null, body, null, null, null, 200, Map.of(), null, 1);
  }
}
