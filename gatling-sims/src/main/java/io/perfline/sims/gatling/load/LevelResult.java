package io.perfline.sims.gatling.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A level of users that has ended, as Gatling's JVM reports it. Times are milliseconds since the
 * epoch.
 *
 * @param users their number over all shards of the load
 * @param rise the time at which the first of them was called
 * @param from first instant that counts
 * @param until first instant that doesn't
 * @param problem the reason why the level has no result; empty if it has one
 */
public record LevelResult(int users, long rise, long from, long until, String problem) {

  /** Name of the file with all levels of a load, next to the load file. */
  public static final String FILE = "levels.json";

  /** Reads the levels that ended; none if Gatling ended before. */
  public static List<LevelResult> read(Path file) throws IOException {
    return Files.exists(file) ? List.of(Handover.read(file, LevelResult[].class)) : List.of();
  }
}
