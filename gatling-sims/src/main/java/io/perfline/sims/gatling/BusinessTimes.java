package io.perfline.sims.gatling;

import io.perfline.core.gatling.LogEvent;
import io.perfline.sims.gatling.simulation.LogNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What visitors met with, by business case and second: their pages, and what is dynamic (the page
 * itself) and static (its resources) in them apart.
 */
final class BusinessTimes {

  private final long from;
  private final long until;
  private final Map<String, Timeline> parts = new TreeMap<>();

  /** From and up to an instant, in milliseconds since the epoch. */
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
      second.error();
    }
  }

  /** The seconds of each part, by names as in {@code short-static}. */
  Map<String, List<SecondTally>> parts() {
    return parts.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, part -> part.getValue().seconds(), (a, b) -> a, TreeMap::new));
  }
}
