package io.perfline.gate.publish;

import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxSchema;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes the lines of an export in batches, with the retention policy of their measurements. */
final class HistoryImport {

  /** The beginnings of lines whose points expire. */
  private static final List<String> EXPIRING =
      InfluxSchema.HISTORY.stream()
          .filter(InfluxSchema::expires)
          .map(schema -> schema.measurement() + ",")
          .toList();

  private final Database database;
  private final long oldest;
  private final List<String> forGood = new ArrayList<>();
  private final List<String> intervals = new ArrayList<>();
  private long points;
  private long expired;

  HistoryImport(Database database, Clock clock) {
    this.database = database;
    this.oldest =
        InfluxQl.nanoseconds(clock.instant().minus(Duration.ofDays(InfluxSchema.INTERVALS_DAYS)));
  }

  void line(String line) {
    boolean expires = EXPIRING.stream().anyMatch(line::startsWith);
    if (expires && time(line) <= oldest) {
      expired++;
      return;
    }
    List<String> batch = expires ? intervals : forGood;
    batch.add(line);
    points++;
    if (batch.size() == Database.BATCH) {
      write();
    }
  }

  long points() {
    return points;
  }

  /** Returns the number of points that were too old to be kept. */
  long expired() {
    return expired;
  }

  /** Writes the lines that have not been written yet. */
  void write() {
    database.writeLines(forGood, null);
    database.writeLines(intervals, InfluxSchema.INTERVALS);
    forGood.clear();
    intervals.clear();
  }

  private static long time(String line) {
    return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
  }
}
