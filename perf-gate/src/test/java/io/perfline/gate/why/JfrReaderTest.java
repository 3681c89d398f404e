package io.perfline.gate.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.core.sample.InstalledJava;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records this JVM while it does known work. */
class JfrReaderTest {

  private static final int ROUNDS = 40_000;
  private static final int LARGE = 16 * 1024;
  private static final int SMALL = 256;
  private static final int SMALL_ONES = LARGE / SMALL;

  static volatile Object last;

  @TempDir Path folder;

  private static void allocateALargeOne() {
    last = new byte[LARGE - 16];
  }

  private static void allocateSmallOnes(int count) {
    for (int i = 0; i < count; i++) {
      last = new byte[SMALL - 16];
    }
  }

  @Test
  void distinguishesWorkingFromWaitingNativeThreads() throws Exception {
    Path file = folder.resolve("writes.jfr");
    List<Instant> rounds = new ArrayList<>();
    try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Recording recording = new Recording()) {
      for (ServerSocket waiting : List.of(first, second)) {
        Thread thread = new Thread(() -> awaitTheEnd(waiting));
        thread.setDaemon(true);
        thread.start();
      }
      recording.enable("jdk.NativeMethodSample").withPeriod(Duration.ofMillis(1));
      recording.start();
      writeMuch(folder.resolve("much"));
      recording.dump(file);
    }

    List<StackSample> writes = new JfrReader().read(file, sample -> {}, rounds::add);

    assertThat(rounds).hasSizeGreaterThan(writes.size());
    assertThat(writes)
        .isNotEmpty()
        .allMatch(sample -> sample.resource() == Resource.CPU && sample.weight() > 1)
        .anyMatch(
            sample ->
                sample.stack().stream()
                    .anyMatch(frame -> frame.method().endsWith("writeMuch") && frame.line() > 0));
  }

  /** A program that uses CPU and records itself by CPU time. */
  static final class Working {

    private Working() {}

    private static double burn() {
      double sum = 0;
      for (int i = 0; i < 1_000_000; i++) {
        sum += Math.sqrt(i);
      }
      return sum;
    }

    public static void main(String[] arguments) throws IOException {
      try (Recording recording = new Recording()) {
        recording.setSettings(
            Map.of(
                "jdk.CPUTimeSample#enabled", "true",
                "jdk.CPUTimeSample#throttle", "10 ms",
                "jdk.ExecutionSample#enabled", "true",
                "jdk.ExecutionSample#period", "10 ms"));
        recording.start();
        for (int i = 0; i < 500; i++) {
          last = burn();
        }
        recording.dump(Path.of(arguments[0]));
      }
    }
  }

  @Test
  void cpuTimeSamplesReplaceExecutionSamples() throws Exception {
    Optional<Path> java = InstalledJava.home(25);
    assumeTrue(java.isPresent(), "there is no Java 25; set PERF_JAVA_25");
    Path file = folder.resolve("working.jfr");
    Process process =
        new ProcessBuilder(
                java.get().resolve("bin/java").toString(),
                "-cp",
                ManagementFactory.getRuntimeMXBean().getClassPath(),
                Working.class.getName(),
                file.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    List<StackSample> samples = new ArrayList<>();
    List<Instant> rounds = new ArrayList<>();

    List<StackSample> ofNativeCode = new JfrReader().read(file, samples::add, rounds::add);

    assertThat(rounds).isEmpty();
    assertThat(ofNativeCode).isEmpty();
    assertThat(samples)
        .isNotEmpty()
        .allMatch(sample -> sample.resource() == Resource.CPU && sample.weight() >= 1)
        .anyMatch(sample -> sample.stack().toString().contains("burn"));
  }

  private static void awaitTheEnd(ServerSocket socket) {
    try {
      socket.accept().close();
    } catch (IOException closed) {
      // Expected.
    }
  }

  private static void writeMuch(Path file) throws IOException {
    byte[] bytes = new byte[16 * 1024];
    for (int round = 0; round < 5; round++) {
      try (OutputStream out = new FileOutputStream(file.toFile())) {
        for (int i = 0; i < 2_000; i++) {
          out.write(bytes);
        }
      }
    }
  }

  @Test
  void largeObjectsWeighAsMuchAsSmallOnesOfTheSameTotalSize() throws Exception {
    Path file = folder.resolve("allocations.jfr");
    SplittableRandom random = new SplittableRandom(1);
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ObjectAllocationInNewTLAB").withStackTrace();
      recording.enable("jdk.ObjectAllocationOutsideTLAB").withStackTrace();
      recording.start();
      for (int i = 0; i < ROUNDS; i++) {
        allocateALargeOne();
        allocateSmallOnes(random.nextInt(2 * SMALL_ONES)); // not aligned with buffers
      }
      recording.dump(file);
    }

    Map<String, Double> bytes = new HashMap<>();
    new JfrReader()
        .read(
            file,
            sample ->
                sample.stack().stream()
                    .filter(frame -> frame.method().contains(".allocate"))
                    .findFirst()
                    .ifPresent(frame -> bytes.merge(frame.method(), sample.weight(), Double::sum)),
            round -> {});

    String name = JfrReaderTest.class.getName();
    double large = bytes.get(name + ".allocateALargeOne");
    double small = bytes.get(name + ".allocateSmallOnes");
    assertThat(large / (large + small)).isCloseTo(0.5, within(0.12));
  }
}
