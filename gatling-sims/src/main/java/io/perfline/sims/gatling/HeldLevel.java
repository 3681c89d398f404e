package io.perfline.sims.gatling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * When a number of users was held, as Gatling's JVM tells it. Times are milliseconds since the
 * epoch.
 *
 * @param users how many, over all shards of the load
 * @param rise when the first of them was called
 * @param from first instant that counts
 * @param until first instant that doesn't
 * @param problem why the level tells nothing; empty when there is nothing wrong
 */
record HeldLevel(int users, long rise, long from, long until, String problem) {

  /** What the file with all of a load's is called; it lies beside the load file. */
  static final String FILE = "levels.csv";

  private static final String HEADER = "users,rise_ms,from_ms,until_ms,problem";
  private static final int COLUMNS = 5;

  /** Writes all that have ended, whole or not at all. */
  static void write(Path file, List<HeldLevel> levels) throws IOException {
    List<String> lines = new ArrayList<>(List.of(HEADER));
    for (HeldLevel one : levels) {
      lines.add("%d,%d,%d,%d,%s".formatted(one.users, one.rise, one.from, one.until, one.problem));
    }
    Path part = file.resolveSibling(FILE + ".part");
    Files.write(part, lines);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Reads those that ended; none when Gatling died before. */
  static List<HeldLevel> read(Path file) throws IOException {
    List<HeldLevel> levels = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split(",", COLUMNS);
        if (!line.equals(HEADER)) {
          levels.add(parse(parts));
        }
      }
    }
    return levels;
  }

  private static HeldLevel parse(String[] parts) {
    return new HeldLevel(
        Integer.parseInt(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]),
        parts[4]);
  }
}
