package io.perfline.sims.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * What came back on a connection, or on several that share it: histograms are large, and there may
 * be thousands of connections. Its connections hold its lock while they count.
 */
final class Tally {

  private final boolean open;
  private final List<CountedInterval> parts = new ArrayList<>();
  private CountedInterval current;
  private CountedInterval spare;

  /**
   * @param open whether intended and actual send times differ
   */
  Tally(boolean open) {
    this.open = open;
    current = new CountedInterval(open);
    spare = new CountedInterval(open);
  }

  /** Where requests are counted. */
  CountedInterval current() {
    return current;
  }

  /** Where a part of requests is counted. */
  CountedInterval part(int part) {
    while (parts.size() <= part) {
      parts.add(new CountedInterval(open));
    }
    return parts.get(part);
  }

  /**
   * Takes what came back since the last call. The caller must be done with it before the next call.
   */
  synchronized CountedInterval take() {
    CountedInterval full = current;
    spare.clear();
    current = spare;
    spare = full;
    return full;
  }

  /** What came back of each part of a request, in the measured stretch; behind the load. */
  synchronized List<CountedInterval> parts() {
    return parts;
  }
}
