package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A JVM's heap in KiB after a garbage collection, and its number of threads. */
record Footprint(long heapKib, long threads) {

  private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final long HEAP_GROWTH_KIB = 24 * 1024; // allow for what the memory store retains

  static Footprint of(long pid) {
    jcmd(pid, "GC.run");
    Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
    assertThat(used.find()).isTrue();
    try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
      return new Footprint(Long.parseLong(used.group(1)), tasks.count());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until that JVM uses no more than before, because closing takes a while. */
  static void awaitNotAbove(Footprint before, long pid) {
    AtomicReference<Footprint> now = new AtomicReference<>();
    try {
      Stand.awaitCollected(
          TIMEOUT,
          "the server uses no more than " + before,
          () -> {
            now.set(of(pid));
            return now.get().isNotAbove(before);
          });
    } catch (AssertionError e) {
      throw new AssertionError("%s; it uses %s".formatted(e.getMessage(), now.get()), e);
    }
  }

  private boolean isNotAbove(Footprint before) {
    return heapKib < before.heapKib + HEAP_GROWTH_KIB
        && threads < before.threads + 50; // Tomcat's own threads, up to their maximum
  }

  /** Returns the number of reachable objects of a class in that JVM. */
  static long count(long pid, String type) {
    Matcher row =
        Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +" + Pattern.quote(type) + "( |$)")
            .matcher(jcmd(pid, "GC.class_histogram"));
    return row.find() ? Long.parseLong(row.group(1)) : 0;
  }

  /** Writes a heap dump of that JVM to a file. */
  static void dump(long pid, Path file) {
    jcmd(pid, "GC.heap_dump", "-overwrite", file.toString());
  }

  private static String jcmd(long pid, String... command) {
    try {
      List<String> all = new ArrayList<>(List.of(command));
      all.add(0, Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
      all.add(1, Long.toString(pid));
      Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(out).isZero();
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
