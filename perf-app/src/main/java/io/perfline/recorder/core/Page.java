package io.perfline.recorder.core;

import java.util.List;

/**
 * A page of a list.
 *
 * @param items the items; there may be fewer than requested even if more follow
 * @param next the cursor of the next page; empty if this is the last one
 */
public record Page<T>(List<T> items, String next) {

  public Page {
    items = List.copyOf(items);
  }
}
