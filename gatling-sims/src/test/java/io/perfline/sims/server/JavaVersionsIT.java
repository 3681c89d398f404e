package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.core.sample.InstalledJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads CPU time and memory of services on each version of Java, with virtual threads from 21 on.
 */
@Timeout(60)
class JavaVersionsIT {

  private static final int MIB = 1024 * 1024;

  /** A service that allocates 1 MiB and uses CPU for each message. */
  static final class Service {

    static volatile Object latest;

    private Service() {}

    private static void handle() {
      byte[] memory = new byte[MIB];
      for (int i = 0; i < 4 * memory.length; i++) {
        memory[i % memory.length] += (byte) i;
      }
      latest = memory;
    }

    public static void main(String[] arguments) throws Exception {
      try (ExecutorOfVersion executor = new ExecutorOfVersion()) {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          List<Future<?>> messages = new ArrayList<>();
          for (int i = 0; i < Integer.parseInt(line); i++) {
            messages.add(executor.service.submit(Service::handle));
          }
          for (Future<?> message : messages) {
            message.get();
          }
          System.out.println("done");
        }
      }
    }
  }

  /** Virtual threads if this Java has them, otherwise a thread pool. */
  private static final class ExecutorOfVersion implements AutoCloseable {

    private final ExecutorService service = create();

    private static ExecutorService create() {
      try {
        return (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      } catch (NoSuchMethodException e) {
        return Executors.newFixedThreadPool(4);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      service.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void countsAllThreads(int version) throws Exception {
    Optional<Path> java = InstalledJava.home(version);
    assumeTrue(java.isPresent(), "there is no Java " + version + "; set PERF_JAVA_" + version);
    Process process =
        new ProcessBuilder(
                java.get().resolve("bin/java").toString(),
                "-cp",
                ManagementFactory.getRuntimeMXBean().getClassPath(),
                Service.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (Writer requests =
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(answers.readLine()).isEqualTo("ready");
      ask(requests, answers, 1);
      try (CostMeter meter = JvmMeter.of(process.pid())) {
        CostReading before = meter.read();
        ask(requests, answers, 200);
        CostReading after = meter.read();

        assertThat(meter.source()).contains("by JMX").doesNotContain("ended with");
        assertThat(after.allocatedBytes() - before.allocatedBytes())
            .isBetween(200.0 * MIB, 220.0 * MIB);
        double ofThreads = after.cpuUs() - before.cpuUs();
        double ofProcess = after.cpuTotalUs() - before.cpuTotalUs();
        assertThat(ofThreads).isGreaterThan(ofProcess / 3).isLessThan(1.1 * ofProcess);
      }
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  private static void ask(Writer requests, BufferedReader answers, int messages)
      throws IOException {
    requests.write(messages + "\n");
    requests.flush();
    assertThat(answers.readLine()).isEqualTo("done");
  }
}
