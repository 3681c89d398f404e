package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;

/**
 * A level of users in a search for the capacity.
 *
 * @param start the first instant that counts, from which on the level was stable
 * @param end the last instant that counts
 * @param errors the number of pages that failed, themselves or in one of their resources
 * @param pageTime the times from the intended start of a page to its last resource, for pages
 *     without error
 * @param problems the reasons why the level has no result: it was not stable, or users were missing
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Level(
    int users,
    Instant start,
    Instant end,
    long errors,
    TimeDistribution pageTime,
    List<String> problems) {
  public Level {
    problems = List.copyOf(problems);
  }

  /** Returns the number of opened pages, including those that failed. */
  public long pages() {
    return pageTime.count() + errors;
  }
}
