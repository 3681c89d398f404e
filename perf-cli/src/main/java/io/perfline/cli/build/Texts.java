package io.perfline.cli.build;

import java.util.List;

/** Formats lists for users. */
public final class Texts {

  private Texts() {}

  /** Returns the first names and the number of the others. */
  public static String list(List<String> names, int max) {
    String first = String.join(", ", names.subList(0, Math.min(max, names.size())));
    return names.size() <= max ? first : "%s and %d more".formatted(first, names.size() - max);
  }
}
