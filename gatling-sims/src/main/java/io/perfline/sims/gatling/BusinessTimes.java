package io.perfline.sims.gatling;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What visitors met with, by business case and second: their pages, and what is dynamic (the page
 * itself) and static (its resources) in them apart.
 */
final class BusinessTimes {

  private static final char APART = ' ';

  private final long from;
  private final long until;
  private final Map<String, Timeline> parts = new TreeMap<>();

  /** From and up to an instant, in milliseconds since the epoch. */
  BusinessTimes(long from, long until) {
    this.from = from;
    this.until = until;
  }

  /** The name of the group of a page, which tells the business case in which it is opened. */
  static String group(String business, String page) {
    return business + APART + page;
  }

  void page(LogEvent.Group page) {
    add(page.groups(), "page", page.end(), page.millis(), page.ok());
  }

  void hit(LogEvent.Request hit) {
    String content = hit.name().equals(Visits.DOCUMENT) ? "dynamic" : "static";
    add(hit.groups(), content, hit.end(), hit.millis(), hit.ok());
  }

  private void add(List<String> groups, String content, long end, long millis, boolean ok) {
    int apart = groups.get(0).indexOf(APART);
    if (apart < 0) {
      return;
    }
    Second second =
        parts
            .computeIfAbsent(
                groups.get(0).substring(0, apart) + "-" + content,
                part -> new Timeline(from, until, List.of()))
            .at(end);
    if (ok) {
      second.page(millis);
    } else {
      second.error();
    }
  }

  /** The seconds of each part, by names as in {@code short-static}. */
  Map<String, List<Second>> parts() {
    return parts.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, part -> part.getValue().seconds(), (a, b) -> a, TreeMap::new));
  }
}
