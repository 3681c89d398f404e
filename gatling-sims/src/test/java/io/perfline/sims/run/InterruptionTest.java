package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.ShutdownHook;
import io.perfline.core.sample.LeftProcesses;
import io.perfline.deploy.process.ServiceProcess;
import io.perfline.deploy.process.StartedProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class InterruptionTest {

  @TempDir Path folder;

  /** A command that starts a service while a signal ends it. */
  static final class Starting {

    public static void main(String[] args) throws Exception {
      Path folder = Path.of(args[0]);
      StartedProcesses.rememberIn(folder.resolve("processes"));
      try (Interruption interruption = Interruption.of(Thread.currentThread())) {
        Files.createFile(folder.resolve("ready"));
        while (!Thread.interrupted()) {
          LockSupport.park();
        }
        Path log = folder.resolve("log");
        ServiceProcess late = ServiceProcess.start("exec sleep 300", Map.of(), folder, log, 1);
        Files.writeString(folder.resolve("late"), Long.toString(late.shell().pid()));
        ShutdownHook.of("late", () -> write(folder.resolve("hook")));
      }
    }
  }

  /** A command in which another thread starts services until it ends. */
  static final class StartingOn {

    private static final int MOST = 2_000;

    public static void main(String[] args) throws Exception {
      Path folder = Path.of(args[0]);
      StartedProcesses.rememberIn(folder.resolve("processes"));
      Thread other = new Thread(() -> start(folder));
      try (Interruption interruption = Interruption.of(Thread.currentThread())) {
        other.start();
        while (!Thread.interrupted()) {
          LockSupport.park();
        }
      }
    }

    private static void start(Path folder) {
      for (int i = 0; i < MOST; i++) {
        ServiceProcess.start("exec sleep 300", Map.of(), folder, folder.resolve("log"), 1);
        if (i == 2) {
          write(folder.resolve("ready"));
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      }
    }
  }

  /** A command that begins to measure while a signal ends it. */
  static final class Beginning {

    public static void main(String[] args) throws Exception {
      Path folder = Path.of(args[0]);
      StartedProcesses.rememberIn(folder.resolve("processes"));
      CountDownLatch signal = new CountDownLatch(1);
      Thread main = Thread.currentThread();
      ShutdownHook.of("other work", () -> finish(signal, main));
      write(folder.resolve("ready"));
      signal.await();
      try (Interruption interruption = Interruption.of(main)) {
        ServiceProcess.start("exec sleep 300", Map.of(), folder, folder.resolve("log"), 1);
      }
    }

    private static void finish(CountDownLatch signal, Thread main) {
      signal.countDown();
      try {
        main.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void write(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aServiceThatStartsDuringTheEndOfACommandIsEnded() throws Exception {
    terminate(Starting.class);

    long late = Long.parseLong(Files.readString(folder.resolve("late")));
    assertThat(ProcessHandle.of(late).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(folder.resolve("hook")).as("a hook of a JVM that is shutting down").exists();
  }

  @ParameterizedTest
  @ValueSource(classes = {StartingOn.class, Beginning.class})
  void noServiceStartsAfterTheEndOfTheOthers(Class<?> program) throws Exception {
    terminate(program);

    assertThat(LeftProcesses.in(folder)).isEmpty();
    assertThat(folder.resolve("output")).content().contains("this command is being ended");
  }

  /** Starts a command, and terminates it as soon as it is ready. */
  private void terminate(Class<?> program) throws Exception {
    Process command =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    while (!Files.exists(folder.resolve("ready"))) {
      Thread.sleep(10);
    }

    command.destroy();

    assertThat(command.waitFor(50, TimeUnit.SECONDS)).isTrue();
  }
}
