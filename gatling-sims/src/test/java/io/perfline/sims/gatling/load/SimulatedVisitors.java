package io.perfline.sims.gatling.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Visitors of a simulated service, controlled by a {@link LevelRunner}. */
final class SimulatedVisitors {

  private static final long TICK_MS = 50;
  private static final long START = 1_700_000_000_000L;

  /** A simulated service. */
  interface Service {
    /**
     * Returns the time of a page in milliseconds; a negative time means that the page fails after
     * it.
     */
    long page(long at, int visitors);
  }

  private static final class Visitor {
    private boolean present;
    private long requestedAt;
    private long next;
    private boolean reading = true;
    private boolean fails;
  }

  private final LevelRunner runner;
  private final List<Visitor> visitors = new ArrayList<>();
  private final Random random = new Random(20140101);
  private final Service service;
  private final long thinkMs;
  private int present;

  private SimulatedVisitors(HttpLoad load, Service service) {
    runner = new LevelRunner(load, START);
    this.service = service;
    thinkMs = load.thinkTime().toMillis();
    for (int i = 0; i < load.maxUsers(); i++) {
      visitors.add(new Visitor());
    }
  }

  /** Runs the whole load. {@code service} gets times in milliseconds from the start. */
  static List<LevelResult> walk(HttpLoad load, Service service) {
    SimulatedVisitors all = new SimulatedVisitors(load, service);
    long now = START;
    for (; !all.runner.ended(); now += TICK_MS) {
      for (int number = 0; number < all.visitors.size(); number++) {
        boolean called = number < all.runner.wanted(now) && load.shard().contains(number);
        all.step(all.visitors.get(number), called, now);
      }
      all.runner.tick(now, all.present);
    }
    return all.runner.levels();
  }

  private void step(Visitor visitor, boolean called, long now) {
    if (!visitor.present && called) {
      visitor.present = true;
      present++;
      visitor.next = now;
    }
    if (!visitor.present || now < visitor.next) {
      return;
    }
    if (!visitor.reading) {
      runner.page(visitor.next - visitor.requestedAt, !visitor.fails);
      visitor.reading = true;
      visitor.next += think();
    } else if (called) {
      long took = service.page(now - START, present);
      visitor.fails = took < 0;
      visitor.requestedAt = now;
      visitor.reading = false;
      visitor.next = now + Math.abs(took);
    } else {
      visitor.present = false;
      present--;
    }
  }

  private long think() {
    return Math.round(thinkMs * (0.5 + random.nextDouble()));
  }
}
