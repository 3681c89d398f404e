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
 * Publishes the seconds of a run while it is measured. It reads the run's files only, and whatever
 * goes wrong is told once and left to the publishing of the whole run, which writes the same points
 * with the same time stamps; so is the part of a second with which a case ends.
 */
final class LivePublisher {

  /** What is kept while InfluxDB doesn't answer: about three hours of one case. */
  static final int MOST_PENDING = 10_000;

  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final String run;
  private final List<LiveCase> cases;
  private final Database database;
  private final Clock clock;
  private final Consumer<String> tell;
  private final List<String> pending = new ArrayList<>();
  private boolean created;
  private boolean told;
  private Instant again = Instant.MIN;
  private long written;

  /**
   * @param folder the run's, which need not be there yet
   * @param run its id
   * @param tell hears what can't be done
   */
  LivePublisher(
      Path folder,
      String run,
      List<CatalogueEntry> planned,
      Database database,
      Clock clock,
      Consumer<String> tell) {
    this.run = run;
    this.cases =
        planned.stream().map(catalogueEntry -> new LiveCase(folder, catalogueEntry)).toList();
    this.database = database;
    this.clock = clock;
    this.tell = tell;
  }

  /**
   * Sees to it that the database is there, before the load: connecting, and loading what it takes,
   * is most of the work that there is.
   */
  void connect() {
    send();
  }

  /** Publishes what was measured since the last call; never throws for want of InfluxDB. */
  void look() {
    for (LiveCase liveCase : cases) {
      List<Second> seconds = liveCase.next().stream().filter(WholeSeconds::is).toList();
      pending.addAll(
          IntervalPoints.of(run, liveCase.planned().name(), liveCase.planned().target(), seconds));
    }
    if (!pending.isEmpty() && !clock.instant().isBefore(again)) {
      send();
    }
    if (pending.size() > MOST_PENDING) {
      pending.clear();
    }
  }

  /** How many points reached InfluxDB. */
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
      told = false;
    } catch (Fault e) {
      again = clock.instant().plus(PAUSE);
      if (!told) {
        tell.accept(
            "live: %s%nThe run goes on; ./perf publish writes all of its seconds when it is over."
                .formatted(e.getMessage()));
      }
      told = true;
    }
  }
}
