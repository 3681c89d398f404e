package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JvmMeterTest {

  private static final int MIB = 1024 * 1024;

  /** A server that allocates as many MiB as each line asks for, and says when it has. */
  static final class Allocating {

    private static volatile byte[] latest;

    private Allocating() {}

    public static void main(String[] arguments) throws IOException {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      System.out.println("ready");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        for (int i = 0; i < Integer.parseInt(line); i++) {
          latest = new byte[MIB];
        }
        System.out.println(latest.length);
      }
    }
  }

  @Test
  void readsWhatARealJvmAllocatedAndThatItUsedCpu() throws IOException {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Allocating.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        Writer orders = new OutputStreamWriter(server.getOutputStream(), StandardCharsets.UTF_8);
        CostMeter meter = JvmMeter.of(awaited(server, answers))) {
      CostReading before = meter.read();
      CostReading idle = meter.read().since(before);
      orders.write("100\n");
      orders.flush();
      answers.readLine();
      CostReading busy = meter.read().since(before);

      assertThat(idle.allocatedBytes()).isBetween(0.0, 0.1 * MIB);
      assertThat(busy.allocatedBytes()).isBetween(100.0 * MIB, 101.0 * MIB);
      assertThat(busy.cpuUs()).isGreaterThan(idle.cpuUs());
      assertThat(meter.source()).contains("pid " + server.pid());
    } finally {
      server.destroyForcibly();
    }
  }

  private static long awaited(Process server, BufferedReader answers) throws IOException {
    answers.readLine();
    return server.pid();
  }

  @Test
  void saysWhyAProcessThatIsNoJvmCannotBeRead() throws IOException {
    Process sleeping = new ProcessBuilder("sleep", "50").start();
    try (CostMeter meter = JvmMeter.of(sleeping.pid())) {
      assertThat(meter.read()).isEqualTo(CostReading.NONE);
      assertThat(meter.source()).contains("can't be asked by JMX");
    } finally {
      sleeping.destroyForcibly();
    }
  }
}
