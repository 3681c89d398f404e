package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.LiveCase;
import io.perfline.core.run.Second;
import io.perfline.core.run.WholeSeconds;
import io.perfline.gate.influx.Database;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Publishes the seconds of a run while it is measured. It only reads the run's files. A failure is
 * reported once. Publishing the complete run later writes the same points with the same time
 * stamps, and adds the partial second at the end of a case to the second before it.
 */
final class LivePublisher {

  /**
   * The maximum number of points that are kept while InfluxDB doesn't respond: about three hours of
   * one case.
   */
  static final int MAX_PENDING = 10_000;

  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final String run;
  private final List<LiveCase> cases;
  private final Database database;
  private final Clock clock;
  private final Consumer<String> warnings;
  private final List<String> pending = new ArrayList<>();
  private boolean created;
  private boolean reported;
  private Instant retryAt = Instant.MIN;
  private long written;

  /**
   * Creates a publisher.
   *
   * @param folder the folder of the run, which need not exist yet
   * @param warnings accepts messages about failures
   */
  LivePublisher(
      Path folder,
      String run,
      List<CatalogueEntry> planned,
      Database database,
      Clock clock,
      Consumer<String> warnings) {
    this.run = run;
    this.cases =
        planned.stream().map(catalogueEntry -> new LiveCase(folder, catalogueEntry)).toList();
    this.database = database;
    this.clock = clock;
    this.warnings = warnings;
  }

  /** Connects to the database before the load, because connecting is most of the work. */
  void connect() {
    send();
  }

  /** Publishes the seconds since the last call. Never throws if InfluxDB is unavailable. */
  void publishNew() {
    for (LiveCase liveCase : cases) {
      List<Second> seconds = liveCase.next().stream().filter(WholeSeconds::is).toList();
      CatalogueEntry planned = liveCase.planned();
      IntervalPoints.stream(run, planned.name(), planned.target(), seconds).forEach(pending::add);
    }
    if (!pending.isEmpty() && !clock.instant().isBefore(retryAt)) {
      send();
    }
    if (pending.size() > MAX_PENDING) {
      pending.clear();
    }
  }

  long written() {
    return written;
  }

  private void send() {
    try {
      if (!created) {
        database.createIfMissing();
        created = true;
      }
      database.writeIntervals(pending);
      written += pending.size();
      pending.clear();
      reported = false;
    } catch (Fault e) {
      retryAt = clock.instant().plus(PAUSE);
      if (!reported) {
        warnings.accept(
            "live: %s%nThe run continues; perf publish writes all of its seconds when it is over."
                .formatted(e.getMessage()));
      }
      reported = true;
    }
  }
}
