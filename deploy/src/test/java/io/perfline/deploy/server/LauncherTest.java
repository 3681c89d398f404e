package io.perfline.deploy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.HostPort;
import io.perfline.deploy.process.RunningProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a process that reports its signals and its session. */
@Timeout(
    value = 60,
    threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a read from a pipe can't be interrupted
class LauncherTest {

  /** Bit mask of signals 1 and 2. */
  private static final long HUP_AND_INT = 0b11;

  @TempDir Path directory;
  private Path pipe;
  private RunningProcess process;

  @BeforeEach
  void launch() throws Exception {
    pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process launched =
        Launcher.launch(new Reporting(directory, new HostPort("127.0.0.1", freePort())));
    process = RunningProcess.of(launched.pid()).orElseThrow();
  }

  @AfterEach
  void end() throws Exception {
    process.end(Duration.ofSeconds(5));
  }

  @Test
  void ignoresSignalsOfTheTerminal() throws IOException {
    String ignored =
        Files.readString(pipe)
            .lines()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow()
            .replaceFirst(".*\\s", "");

    assertThat(Long.parseUnsignedLong(ignored, 16) & HUP_AND_INT).isEqualTo(HUP_AND_INT);
  }

  @Test
  void sharesTheSessionSoThatAutogroupDoesNotThrottleServers() throws IOException {
    Files.readString(pipe); // waits until the process runs

    assertThat(session(process.pid())).isEqualTo(session(ProcessHandle.current().pid()));
  }

  private static String session(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private record Reporting(Path directory, HostPort address) implements Part {

    @Override
    public int port() {
      return address.port();
    }

    @Override
    public String name() {
      return "telling";
    }

    @Override
    public List<String> prepare() {
      return List.of("sh", "-c", "cat /proc/$$/status > pipe; exec sleep 60");
    }

    @Override
    public boolean answers() {
      return true;
    }
  }
}
