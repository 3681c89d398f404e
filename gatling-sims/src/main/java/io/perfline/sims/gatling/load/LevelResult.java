package io.perfline.sims.gatling.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
public record LevelResult(int users, long rise, long from, long until, String problem) {

  /** What the file with all of a load's is called; it lies beside the load file. */
  public static final String FILE = "levels.json";

  /** Reads those that ended; none when Gatling died before. */
  public static List<LevelResult> read(Path file) throws IOException {
    return Files.exists(file) ? List.of(Handover.read(file, LevelResult[].class)) : List.of();
  }
}
