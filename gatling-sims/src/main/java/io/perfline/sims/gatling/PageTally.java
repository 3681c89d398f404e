package io.perfline.sims.gatling;

import io.perfline.gate.run.Level;
import io.perfline.gate.run.TimeDistribution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts the events of visitors. A request of the case is a page with all its resources, a message
 * is any answer (a hit); a page belongs to the level, and to the case, in which it was begun.
 */
final class PageTally {

  /** Visitors go once the load's time is over: the last moment of the last level isn't theirs. */
  private static final long LEAVING_MS = 250;

  private final HttpLoad load;
  private final LevelPlan plan;
  private final List<LogEvent.Group> pages = new ArrayList<>();
  private final List<LogEvent.Request> hits = new ArrayList<>();
  private final List<LogEvent.User> users = new ArrayList<>();
  private final Second total = new Second();
  private Timeline timeline;
  private long from;
  private long until;

  PageTally(HttpLoad load) {
    this.load = load;
    plan = new LevelPlan(load);
  }

  /** Takes an event; those of recording beside the visitors are none of its own. */
  void add(LogEvent event) {
    if (event instanceof LogEvent.Group group && group.groups().size() == 1) {
      pages.add(group);
    } else if (event instanceof LogEvent.Request request && !request.groups().isEmpty()) {
      hits.add(request);
    } else if (event instanceof LogEvent.User user
        && !user.scenario().equals(RecordScenario.NAME)) {
      users.add(user);
    }
  }

  /**
   * Counts what was added; call it once, behind the last event.
   *
   * @param watch knows how many bytes came
   */
  Counted count(GeneratorWatch watch) {
    if (pages.isEmpty() || users.isEmpty()) {
      return Counted.nothing(Map.of());
    }
    pages.sort(Comparator.comparingLong(LogEvent.Group::start));
    long origin = users.stream().mapToLong(LogEvent.User::at).min().orElseThrow();
    from = origin + load.warmUp().toMillis();
    until = from + load.duration().toMillis();
    timeline = new Timeline(from, until, users);
    PageErrors failed = new PageErrors(hits);
    Map<String, Long> errors = new TreeMap<>();
    long sent = 0;
    long lastSuccess = from;
    for (LogEvent.Group page : pages) {
      if (holds(page.start())) {
        sent++;
        if (page.ok()) {
          lastSuccess = Math.max(lastSuccess, page.end());
          total.page(page.millis());
          timeline.at(page.end()).page(page.millis());
        } else {
          errors.merge(failed.kind(page), 1L, Long::sum);
          timeline.at(page.end()).error();
        }
      }
    }
    countHits();
    countBytes(watch);
    return new Counted(
        from,
        until,
        until,
        Math.min(lastSuccess, until),
        sent,
        0,
        total,
        timeline.seconds(),
        errors,
        levels(origin),
        timeline.left() == 0
            ? List.of()
            : List.of(timeline.left() + " visitors had not ended when the event log did"));
  }

  private void countHits() {
    for (LogEvent.Request hit : hits) {
      if (hit.ok() && holds(hit.end())) {
        total.hit();
        timeline.at(hit.end()).hit();
      }
    }
  }

  private void countBytes(GeneratorWatch watch) {
    for (long second = from; second < until; second += 1000) {
      long bytes = watch.received(second, second + 1000);
      total.bytes(bytes);
      timeline.at(second).bytes(bytes);
    }
  }

  private boolean holds(long at) {
    return at >= from && at < until;
  }

  private List<Level> levels(long origin) {
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < plan.levels(); i++) {
      long start = origin + plan.countsFrom(i) * 1000;
      long end = origin + plan.countsUntil(i) * 1000;
      levels.add(level(load.share().part(plan.users(i)), start, end));
    }
    return levels;
  }

  private Level level(int wanted, long start, long end) {
    Histogram times = new Histogram(3);
    times.setAutoResize(true);
    long errors = 0;
    for (LogEvent.Group page : pages) {
      if (page.start() >= start && page.start() < end) {
        if (page.ok()) {
          times.recordValue(page.millis() * 1000);
        } else {
          errors++;
        }
      }
    }
    return new Level(
        wanted,
        Instant.ofEpochMilli(start),
        Instant.ofEpochMilli(end),
        errors,
        TimeDistribution.of(times),
        problems(wanted, start, end, times.getTotalCount() + errors));
  }

  private List<String> problems(int wanted, long start, long end, long opened) {
    List<String> problems = new ArrayList<>();
    int there = timeline.fewestUsers(start + LEAVING_MS, end - LEAVING_MS);
    if (there < wanted) {
      problems.add("only %d of %d users were there".formatted(there, wanted));
    }
    if (opened == 0) {
      problems.add("no page was opened");
    }
    return problems;
  }
}
