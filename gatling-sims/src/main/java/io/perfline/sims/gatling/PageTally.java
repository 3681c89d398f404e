package io.perfline.sims.gatling;

import io.perfline.core.run.Counts;
import io.perfline.core.run.Level;
import io.perfline.core.run.LogEvent;
import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.gatling.load.GeneratorWatch;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.LevelResult;
import io.perfline.sims.gatling.load.LogNames;
import io.perfline.sims.gatling.load.RecorderSimulation;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts the events of visitors. A request of the case is a page with all its resources, and a
 * message is any response (a hit). A page belongs to the level and the case in which it was
 * requested.
 */
public final class PageTally {

  private final HttpLoad load;
  private final List<LevelResult> levelResults;
  private final GeneratorWatch watch;
  private final List<LogEvent.Group> pages = new ArrayList<>();
  private final List<LogEvent.Request> hits = new ArrayList<>();
  private final SecondTally total = new SecondTally();
  private int left;
  private Timeline timeline;
  private long from;
  private long until;

  /**
   * @param watch the record of the number of visitors and of received bytes
   */
  public PageTally(HttpLoad load, List<LevelResult> levelResults, GeneratorWatch watch) {
    this.load = load;
    this.levelResults = List.copyOf(levelResults);
    this.watch = watch;
  }

  /** Adds an event; events of recording messages are ignored. */
  public void add(LogEvent event) {
    if (event instanceof LogEvent.Group group && group.groups().size() == 1) {
      pages.add(group);
    } else if (event instanceof LogEvent.Request request && !request.groups().isEmpty()) {
      hits.add(request);
    } else if (event instanceof LogEvent.User user && !user.scenario().equals(LogNames.RECORD)) {
      left += user.started() ? 1 : -1;
    }
  }

  /** Returns the counts of all events; called once, after the last event. */
  public CountedLoad count() {
    if (pages.isEmpty() || levelResults.isEmpty()) {
      return CountedLoad.nothing(0);
    }
    pages.sort(Comparator.comparingLong(LogEvent.Group::start));
    from = levelResults.get(0).rise() + load.warmUp().toMillis();
    until = levelResults.get(levelResults.size() - 1).until();
    timeline = new Timeline(from, until, List.of());
    BusinessTimes business = new BusinessTimes(from, until);
    PageErrors failed = new PageErrors(hits);
    long sent = 0;
    long lastSuccess = from;
    for (LogEvent.Group page : pages) {
      if (contains(page.start())) {
        sent++;
        business.page(page);
        if (page.ok()) {
          lastSuccess = Math.max(lastSuccess, page.end());
          total.page(page.millis());
          timeline.at(page.end()).page(page.millis());
        } else {
          String kind = failed.kind(page);
          total.error(kind);
          timeline.at(page.end()).error(kind);
        }
      }
    }
    countHits(business);
    countBytesAndUsers();
    return new CountedLoad(
        from,
        until,
        Math.min(lastSuccess, until),
        sent,
        RecorderSimulation.RECORDINGS,
        total.counts(),
        null,
        null,
        timeline.seconds(),
        levelResults.stream().map(this::level).toList(),
        business.parts(),
        left == 0 ? List.of() : List.of(left + " visitors had not ended when the event log did"));
  }

  private void countHits(BusinessTimes business) {
    for (LogEvent.Request hit : hits) {
      if (contains(hit.end())) {
        business.hit(hit);
        if (hit.ok()) {
          total.hit();
          timeline.at(hit.end()).hit();
        }
      }
    }
  }

  private void countBytesAndUsers() {
    for (long second = from; second < until; second += 1000) {
      long bytes = watch.received(second, second + 1000);
      total.bytes(bytes);
      timeline.at(second).bytes(bytes);
      timeline.at(second).users(watch.maxUsers(second, second + 1000));
    }
  }

  private boolean contains(long at) {
    return at >= from && at < until;
  }

  private Level level(LevelResult levelResult) {
    SecondTally opened = new SecondTally();
    for (LogEvent.Group page : pages) {
      if (page.start() >= levelResult.from() && page.start() < levelResult.until()) {
        if (page.ok()) {
          opened.page(page.millis());
        } else {
          opened.error(PageErrors.UNKNOWN);
        }
      }
    }
    Counts counts = opened.counts();
    int users = load.shard().part(levelResult.users());
    return new Level(
        users,
        Instant.ofEpochMilli(levelResult.from()),
        Instant.ofEpochMilli(levelResult.until()),
        counts.errorCount(),
        counts.responseTime(),
        problems(levelResult, users, counts.all()));
  }

  private List<String> problems(LevelResult levelResult, int users, long opened) {
    List<String> problems = new ArrayList<>();
    int min = watch.minUsers(levelResult.from(), levelResult.until());
    if (!levelResult.problem().isEmpty()) {
      problems.add(levelResult.problem());
    } else if (min < users) {
      problems.add("only %d of %d users started".formatted(min, users));
    }
    if (opened == 0) {
      problems.add("no page was opened");
    }
    double still = watch.health(levelResult.from(), levelResult.until()).stillMillis();
    problems.addAll(GeneratorHealth.starvation(still, levelResult.until() - levelResult.from()));
    return problems;
  }

  /**
   * The times of visitors by business case and second: their pages and, separately, the dynamic
   * part (the page itself) and the static part (its resources).
   */
  private static final class BusinessTimes {

    private final long from;
    private final long until;
    private final Map<String, Timeline> parts = new TreeMap<>();

    /** Creates the times of a period, in milliseconds since the epoch. */
    BusinessTimes(long from, long until) {
      this.from = from;
      this.until = until;
    }

    void page(LogEvent.Group page) {
      add(page.groups(), "page", page.end(), page.millis(), page.ok());
    }

    void hit(LogEvent.Request hit) {
      String content = hit.name().equals(LogNames.DOCUMENT) ? "dynamic" : "static";
      add(hit.groups(), content, hit.end(), hit.millis(), hit.ok());
    }

    private void add(List<String> groups, String content, long end, long millis, boolean ok) {
      Optional<String> business = LogNames.business(groups.get(0));
      if (business.isEmpty()) {
        return;
      }
      SecondTally second =
          parts
              .computeIfAbsent(
                  business.get() + "-" + content, part -> new Timeline(from, until, List.of()))
              .at(end);
      if (ok) {
        second.page(millis);
      } else {
        second.error(PageErrors.UNKNOWN);
      }
    }

    /** Returns the seconds of each part, by names such as {@code short-static}. */
    Map<String, List<SecondTally>> parts() {
      return parts.entrySet().stream()
          .collect(
              Collectors.toMap(
                  Map.Entry::getKey, part -> part.getValue().seconds(), (a, b) -> a, TreeMap::new));
    }
  }

  /**
   * Finds out why a page failed. The event log does not assign requests to pages, so the reason is
   * a failed request during a page with that name; each request explains one page.
   */
  private static final class PageErrors {

    private static final String UNKNOWN = "page";

    private final ErrorKinds kinds = new ErrorKinds();
    private final Map<List<String>, TreeMap<Long, Deque<LogEvent.Request>>> failed =
        new HashMap<>();

    PageErrors(List<LogEvent.Request> requests) {
      requests.stream()
          .filter(request -> !request.ok())
          .sorted(Comparator.comparingLong(LogEvent.Request::start))
          .forEach(
              request ->
                  failed
                      .computeIfAbsent(request.groups(), page -> new TreeMap<>())
                      .computeIfAbsent(request.start(), start -> new ArrayDeque<>())
                      .add(request));
    }

    /** Returns the kind of error with which a failed page is counted. */
    String kind(LogEvent.Group page) {
      TreeMap<Long, Deque<LogEvent.Request>> candidates = failed.get(page.groups());
      Map.Entry<Long, Deque<LogEvent.Request>> first =
          candidates == null ? null : candidates.ceilingEntry(page.start());
      if (first == null || first.getKey() > page.end()) {
        return UNKNOWN;
      }
      LogEvent.Request reason = first.getValue().remove();
      if (first.getValue().isEmpty()) {
        candidates.remove(first.getKey());
      }
      return kinds.of(reason.message());
    }
  }
}
