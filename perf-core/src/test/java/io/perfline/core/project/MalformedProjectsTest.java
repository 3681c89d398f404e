package io.perfline.core.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutates a file a thousand times: each mutation is refused with its position, never with an
 * unexpected exception.
 */
class MalformedProjectsTest {

  private static final int FILES = 1000;
  private static final List<String> NONSENSE =
      List.of(
          "",
          "~",
          "[]",
          "{}",
          "[1, 2]",
          "{a: b}",
          "-1",
          "0x10",
          "1e400",
          "2026-02-30",
          "'",
          "\"",
          "${",
          "${}",
          "${x}",
          "&a [*a]",
          "*b",
          "!!int x",
          "!!java.net.URL x",
          "\t",
          "\u0000",
          "é",
          "http://",
          "://",
          "/",
          "- -",
          "? x",
          "| x",
          "%",
          "@",
          "99999999999999999999",
          ".inf",
          "true",
          "on",
          "#");

  @TempDir private Path folder;

  @Test
  void refusesEachWithItsPosition() throws IOException {
    Files.writeString(folder.resolve("customers.csv"), "id\n1");
    Files.writeString(folder.resolve("order.json"), "{}");
    SplittableRandom random = new SplittableRandom(7);
    Path file = folder.resolve("perf.yml");
    int refused = 0;
    for (int tried = 0; refused < FILES; tried++) {
      assertThat(tried).as("tried until %d were wrong", FILES).isLessThan(5 * FILES);
      byte[] bytes = mutated(random);
      Files.write(file, bytes);
      String text = new String(bytes, StandardCharsets.UTF_8);
      try {
        ProjectFile.read(file);
      } catch (Fault fault) {
        refused++;
        assertThat(fault.exitCode()).as(text).isEqualTo(Fault.CONFIGURATION);
        assertThat(fault.getMessage()).as(text).containsPattern("perf\\.yml:\\d+:\\d+: ");
      } catch (RuntimeException | StackOverflowError surprise) {
        throw new AssertionError("by surprise, of:\n" + text, surprise);
      }
    }
  }

  /**
   * Applies one to three mutations: a value replaced, a line deleted, duplicated, moved or cut, a
   * byte changed.
   */
  private static byte[] mutated(SplittableRandom random) {
    List<String> lines = new ArrayList<>(SampleProjects.FULL.lines().toList());
    for (int change = random.nextInt(1, 4); change > 0; change--) {
      int at = random.nextInt(lines.size());
      String line = lines.get(at);
      switch (random.nextInt(6)) {
        case 0 -> lines.set(at, value(line, NONSENSE.get(random.nextInt(NONSENSE.size()))));
        case 1 -> lines.remove(at);
        case 2 -> lines.add(at, line);
        case 3 -> lines.set(at, "  " + line);
        case 4 -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
        default -> lines.set(at, line.replaceFirst("([a-z_]+):", "$1x:"));
      }
    }
    byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(5) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static String value(String line, String other) {
    int colon = line.indexOf(": ");
    return colon < 0 ? line + " " + other : line.substring(0, colon + 2) + other;
  }
}
