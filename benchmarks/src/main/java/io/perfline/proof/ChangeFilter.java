package io.perfline.proof;

import io.perfline.sims.slowed.SlowedBy;
import java.util.Optional;

/**
 * Selects injected changes.
 *
 * @param way the entry point; null for all
 * @param by the kind of slowdown; null for all
 */
record ChangeFilter(SlowedIngress way, SlowedBy by) {

  private static final String ANY = "*";

  /**
   * Parses {@code WAY/KIND}, either of which may be {@code *}.
   *
   * @throws io.perfline.core.command.Fault exit code 2 if the text has another form
   */
  static ChangeFilter parse(String text) {
    String[] parts = text.split("/", -1);
    Optional<SlowedIngress> way = Slowing.way(parts[0]);
    Optional<SlowedBy> by = parts.length == 2 ? Slowing.by(parts[1]) : Optional.empty();
    if (parts.length != 2
        || (way.isEmpty() && !parts[0].equals(ANY))
        || (by.isEmpty() && !parts[1].equals(ANY))) {
      throw Slowing.wrong(text, "WAY/KIND", "kryonet/cpu or */lock");
    }
    return new ChangeFilter(way.orElse(null), by.orElse(null));
  }

  boolean is(SlowedIngress aWay, SlowedBy kind) {
    return (way == null || way == aWay) && (by == null || by == kind);
  }
}
