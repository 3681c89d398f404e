package io.perfline.sims.gatling.simulation;

import io.perfline.sims.engine.Shard;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a visitor of the recorder's pages has come for: a chain of pages, and how long each page is
 * thought over.
 */
enum BusinessCase {
  /** Looks whether anything was recorded. */
  SHORT(1.0),
  /** Looks a recording up. */
  MEDIUM(1.5),
  /** Compares several recordings. */
  LONG(2.0);

  /** A page, by what it shows. */
  enum Page {
    /** The virtual services: the recorder's first page. */
    SERVICES,
    /** One service's recordings. */
    RECORDINGS,
    /** One recording. */
    RECORDING
  }

  /** Who comes next, over and over: five short, three medium, two long of ten. */
  private static final List<BusinessCase> ARRIVALS =
      List.of(SHORT, MEDIUM, SHORT, LONG, SHORT, MEDIUM, SHORT, LONG, SHORT, MEDIUM);

  private final double thinkFactor;

  BusinessCase(double thinkFactor) {
    this.thinkFactor = thinkFactor;
  }

  /** The pages in the order in which a visitor opens them. */
  List<Page> pages() {
    return switch (this) {
      case SHORT -> List.of(Page.SERVICES, Page.RECORDINGS);
      case MEDIUM -> List.of(Page.SERVICES, Page.RECORDINGS, Page.RECORDING);
      case LONG ->
          List.of(
              Page.SERVICES,
              Page.RECORDINGS,
              Page.RECORDING,
              Page.RECORDINGS,
              Page.RECORDING,
              Page.SERVICES,
              Page.RECORDINGS,
              Page.RECORDING);
    };
  }

  /** How long a visitor thinks over each page on average. */
  Duration think(Duration shortest) {
    return Duration.ofMillis(Math.round(shortest.toMillis() * thinkFactor));
  }

  /** The numbers, below {@code users}, of those who have come for this and are this generator's. */
  List<Integer> visitors(int users, Shard shard) {
    return IntStream.range(0, users)
        .filter(number -> ARRIVALS.get(number % ARRIVALS.size()) == this && shard.contains(number))
        .boxed()
        .toList();
  }
}
