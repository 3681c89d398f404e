package io.perfline.deploy.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.HostPort;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {

  /** Signals 1 and 2. */
  private static final long HUP_AND_INT = 0b11;

  @TempDir Path directory;
  private RunningProcess process;

  @BeforeEach
  void launch() throws Exception {
    process = Launcher.launch(new Sleep(directory, new HostPort("127.0.0.1", freePort())));
    awaitProgram();
  }

  @AfterEach
  void end() throws Exception {
    process.end(Duration.ofSeconds(5));
  }

  @Test
  void ignoresWhatATerminalSendsToAllThatWasStartedInIt() throws IOException {
    String ignored =
        Files.readAllLines(file(process.pid(), "status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow()
            .replaceFirst(".*\\s", "");

    assertThat(Long.parseUnsignedLong(ignored, 16) & HUP_AND_INT).isEqualTo(HUP_AND_INT);
  }

  @Test
  void sharesTheSessionSoThatLinuxSchedulesNoneAgainstAnother() throws IOException {
    assertThat(session(process.pid())).isEqualTo(session(ProcessHandle.current().pid()));
  }

  /** Until the shell that ignores signals has become the program. */
  private void awaitProgram() throws IOException, InterruptedException {
    for (int i = 0; i < 500; i++) {
      if (Files.readString(file(process.pid(), "cmdline")).startsWith("sleep")) {
        return;
      }
      Thread.sleep(10);
    }
    throw new AssertionError("no sleep");
  }

  private static String session(long pid) throws IOException {
    String stat = Files.readString(file(pid, "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
  }

  private static Path file(long pid, String name) {
    return Path.of("/proc", Long.toString(pid), name);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private record Sleep(Path directory, HostPort address) implements Part {

    @Override
    public String name() {
      return "sleep";
    }

    @Override
    public List<String> prepare() {
      return List.of("sleep", "60");
    }

    @Override
    public boolean answers() {
      return true;
    }
  }
}
