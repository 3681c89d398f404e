package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests which processes count as servers of the run, with a database of two processes. */
@Timeout(60)
class ForeignCpuTest {

  /** CPU time in microseconds that a process that only sleeps can use. */
  private static final double LITTLE = 20_000;

  /**
   * Starts the database, whose second process computes and then sleeps, and ends itself, so that
   * the database is not a child of this process.
   */
  private static final String START =
      """
      sh -c '
        sh -c "i=0; while [ \\$i -lt 150000 ]; do i=\\$((i+1)); done; touch computed; exec sleep 60" &
        echo $! > child
        wait' >/dev/null 2>&1 &
      echo $! > parent
      """;

  @TempDir private Path folder;
  private ProcessHandle parent;
  private ProcessHandle child;
  private final Map<ProcessHandle, String> used = new HashMap<>();

  @BeforeEach
  void start() throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", START).directory(folder.toFile()).start().waitFor();
    while (!Files.exists(folder.resolve("computed"))) {
      Thread.sleep(10);
    }
    parent = handle("parent");
    child = handle("child");
  }

  private ProcessHandle handle(String file) throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(folder.resolve(file)).strip()))
        .orElseThrow();
  }

  @AfterEach
  void stop() {
    child.destroyForcibly();
    parent.destroyForcibly();
  }

  /** As a backend of a PostgreSQL, whose other processes are found by the connections later. */
  @Test
  void aProcessOfAUsedServerCountsOnce() {
    ForeignCpu foreign = new ForeignCpu(() -> List.of(child), () -> used);
    double before = foreign.microsecondsOfServers();
    assertThat(before).isGreaterThan(2 * LITTLE);

    used.put(parent, "postgres at 127.0.0.1:5432");

    assertThat(foreign.microsecondsOfServers()).isCloseTo(before, within(LITTLE));
    assertThat(foreign.microsecondsOfServers()).isCloseTo(before, within(LITTLE));
  }

  @Test
  void aUsedServerCountsFromWhenItWasFound() {
    used.put(parent, "postgres at 127.0.0.1:5432");

    assertThat(new ForeignCpu(List::of, () -> used).microsecondsOfServers()).isLessThan(LITTLE);
  }
}
