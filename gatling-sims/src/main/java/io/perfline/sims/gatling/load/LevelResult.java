package io.perfline.sims.gatling.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of a level of users, as Gatling's JVM reports it. Times are milliseconds since the
 * epoch.
 *
 * @param users the number of users over all shards of the load
 * @param rise the time at which users began to arrive
 * @param from the first instant that counts
 * @param until the first instant after {@code from} that doesn't count
 * @param problem the reason why the level has no result; empty if it has one
 */
public record LevelResult(int users, long rise, long from, long until, String problem) {

  /** The name of the file with all levels of a load, next to the load file. */
  public static final String FILE = "levels.json";

  /** Reads the levels that ended; there are none if Gatling ended before the first one did. */
  public static List<LevelResult> read(Path file) throws IOException {
    return Files.exists(file) ? List.of(Handover.read(file, LevelResult[].class)) : List.of();
  }
}
