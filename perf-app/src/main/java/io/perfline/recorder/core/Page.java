package io.perfline.recorder.core;

import java.util.List;

/**
 * A part of a list.
 *
 * @param items the items; there may be fewer than asked for although more follow
 * @param next the cursor of the page that follows, empty when none does
 */
public record Page<T>(List<T> items, String next) {

  public Page {
    items = List.copyOf(items);
  }
}
