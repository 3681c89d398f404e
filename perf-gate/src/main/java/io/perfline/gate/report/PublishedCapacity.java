package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * A search for the capacity beside the one that was published ("Comparing Tomcat Performance Across
 * Platforms, part 2", F. Ziglar, Web Performance): visitors that rose for 100 minutes, on two
 * operating systems.
 */
final class PublishedCapacity {

  static final List<String> HEAD = List.of("_", "users", "hits/s", "MB/s", "_errors");

  private static final List<List<String>> PUBLISHED =
      List.of(
          List.of(
              "published, first system",
              "1,300",
              "1,400",
              "8.8",
              "connections refused, more than on the second each second"),
          List.of(
              "published, second system",
              "1,800",
              "1,800",
              "12",
              "connections refused, over 180, rarely more than one per second"));

  private PublishedCapacity() {}

  /** The cases that looked for a capacity. */
  static List<CaseResult> searched(Collection<CaseResult> cases) {
    return cases.stream().filter(result -> !result.levels().isEmpty()).toList();
  }

  static String caption(CaseResult result) {
    return result.name() + ": the most users, and what they had";
  }

  /** Ours last: its figures are of the whole search, the published ones of its end. */
  static List<List<String>> rows(CaseResult result) {
    double seconds = Duration.between(result.start(), result.end()).toMillis() / 1e3;
    int users = result.levels().stream().mapToInt(Level::users).max().orElse(0);
    List<String> here =
        List.of(
            "here, on the whole way up",
            NumberFormats.count(users),
            NumberFormats.plain(result.requests() / seconds),
            NumberFormats.megabytes(result.bytes() / seconds),
            NumberFormats.count(result.errorCount()));
    return List.of(PUBLISHED.get(0), PUBLISHED.get(1), here);
  }
}
