package io.perfline.cli;

import java.util.List;

/** Lists for people. */
final class Texts {

  private Texts() {}

  /** The first of them by name, and how many more there are. */
  static String list(List<String> names, int most) {
    String first = String.join(", ", names.subList(0, Math.min(most, names.size())));
    return names.size() <= most ? first : "%s and %d more".formatted(first, names.size() - most);
  }
}
