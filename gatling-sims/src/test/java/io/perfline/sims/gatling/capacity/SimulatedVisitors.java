package io.perfline.sims.gatling.capacity;

import io.perfline.sims.gatling.load.HttpLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Visitors of a service that exists in arithmetic alone, led by a {@link LevelRunner}. */
final class SimulatedVisitors {

  private static final long TICK_MS = 50;
  private static final long START = 1_700_000_000_000L;

  /** What a page asked for at an instant comes to. */
  interface Service {
    /** How long it takes in milliseconds; below 0: it fails after as long. */
    long page(long at, int visitors);
  }

  private static final class Visitor {
    private boolean there;
    private long asked;
    private long next;
    private boolean reading = true;
    private boolean fails;
  }

  private final LevelRunner runner;
  private final List<Visitor> visitors = new ArrayList<>();
  private final Random random = new Random(20140101);
  private final Service service;
  private final long thinkMs;
  private int there;

  private SimulatedVisitors(HttpLoad load, Service service) {
    runner = new LevelRunner(load, START);
    this.service = service;
    thinkMs = load.thinkTime().toMillis();
    for (int i = 0; i < load.mostUsers(); i++) {
      visitors.add(new Visitor());
    }
  }

  /** Goes through the whole load; {@code service} sees time in milliseconds from its start. */
  static List<LevelResult> walk(HttpLoad load, Service service) {
    SimulatedVisitors all = new SimulatedVisitors(load, service);
    long now = START;
    for (; !all.runner.ended(); now += TICK_MS) {
      for (int number = 0; number < all.visitors.size(); number++) {
        boolean called = number < all.runner.wanted(now) && load.shard().holds(number);
        all.step(all.visitors.get(number), called, now);
      }
      all.runner.tick(now, all.there);
    }
    return all.runner.held();
  }

  private void step(Visitor one, boolean called, long now) {
    if (!one.there && called) {
      one.there = true;
      there++;
      one.next = now;
    }
    if (!one.there || now < one.next) {
      return;
    }
    if (!one.reading) {
      runner.page(one.next - one.asked, !one.fails);
      one.reading = true;
      one.next += think();
    } else if (called) {
      long took = service.page(now - START, there);
      one.fails = took < 0;
      one.asked = now;
      one.reading = false;
      one.next = now + Math.abs(took);
    } else {
      one.there = false;
      there--;
    }
  }

  private long think() {
    return Math.round(thinkMs * (0.5 + random.nextDouble()));
  }
}
