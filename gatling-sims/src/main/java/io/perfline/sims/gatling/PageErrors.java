package io.perfline.sims.gatling;

import io.perfline.core.gatling.LogEvent;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds why a page failed. The event log doesn't say which requests were a page's, so it is a
 * failed request of a page of that name within its time; each explains one page.
 */
final class PageErrors {

  private static final String UNKNOWN = "page";

  private final ErrorKinds kinds = new ErrorKinds();
  private final Map<List<String>, TreeMap<Long, Deque<LogEvent.Request>>> failed = new HashMap<>();

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

  /** The kind of error that a failed page is counted as. */
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
