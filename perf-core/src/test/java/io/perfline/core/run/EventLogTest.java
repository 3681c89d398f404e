package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {

  @TempDir Path folder;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private final List<LogEvent> events = new ArrayList<>();
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("simulation.log");
  }

  @Test
  void readsARequestWithItsGroups() throws IOException {
    header(EventLog.VERSION);
    request(1);

    assertThat(read(bytes.toByteArray())).isTrue();
    assertThat(events)
        .containsExactly(
            new LogEvent.Request(List.of("page"), "page", 1_000_005, 1_000_025, true, ""));
  }

  @Test
  void reportsATruncatedLog() throws IOException {
    header(EventLog.VERSION);
    int begin = bytes.size();
    request(1);
    byte[] whole = bytes.toByteArray();

    for (int length = 0; length < whole.length; length++) {
      events.clear();
      boolean ended = read(Arrays.copyOf(whole, length));
      assertThat(ended).as("cut off at %d of %d", length, whole.length).isEqualTo(length == begin);
      assertThat(events).isEmpty();
    }
  }

  @Test
  void refusesUnsupportedVersionsOfGatling() throws IOException {
    header("3.17.0");

    assertThatThrownBy(() -> read(bytes.toByteArray()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("written by Gatling 3.17.0")
        .hasMessageContaining(EventLog.VERSION);
  }

  @Test
  void refusesOtherFiles() throws IOException {
    assertThatThrownBy(() -> read("RUN\tsim\t3.9".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("doesn't begin with a run");
    assertThatThrownBy(() -> EventLog.read(folder.resolve("none"), events::add))
        .hasMessageContaining("cannot read");
    header(EventLog.VERSION);
    out.writeByte(77);
    assertThatThrownBy(() -> read(bytes.toByteArray()))
        .hasMessageContaining("unknown kind of event 77");
  }

  @Test
  void refusesImpossibleLengthsBeforeAllocating() throws IOException {
    header(EventLog.VERSION);
    out.writeByte(4);
    out.writeInt(1);
    out.writeInt(Integer.MAX_VALUE);

    assertThatThrownBy(() -> read(bytes.toByteArray())).hasMessageContaining("a string of");
  }

  private boolean read(byte[] content) throws IOException {
    Files.write(file, content);
    return EventLog.read(file, events::add);
  }

  private void header(String version) throws IOException {
    out.writeByte(0);
    string(version);
    string("io.perfline.Simulation");
    out.writeLong(1_000_000);
    string("");
    out.writeInt(1);
    string("visitors");
    out.writeInt(1);
    out.writeInt(3);
    out.write(new byte[3]);
  }

  private void request(int firstIndex) throws IOException {
    out.writeByte(1);
    out.writeInt(1);
    out.writeInt(firstIndex);
    string("page");
    out.writeInt(-firstIndex);
    out.writeInt(5);
    out.writeInt(25);
    out.writeByte(1);
    out.writeInt(firstIndex + 1);
    string("");
  }

  private void string(String text) throws IOException {
    out.writeInt(text.length());
    if (!text.isEmpty()) {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.writeByte(0);
    }
  }
}
