package io.perfline.sims.driver;

import io.perfline.core.project.TextSyntax;
import io.perfline.sims.driver.ByteText.Place;

/** Follows a text from its begin to find the place of each value in it. */
final class ValuePlaces {

  private final TextSyntax syntax;
  private boolean begun;
  private boolean inQuery;
  private boolean inQuotes;
  private boolean afterBackslash;

  ValuePlaces(TextSyntax syntax) {
    this.syntax = syntax;
  }

  /** Passes a text between two values. */
  void pass(String text) {
    begun |= !text.isEmpty();
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      inQuery |= one == '?';
      if (afterBackslash) {
        afterBackslash = false;
      } else if (one == '"') {
        inQuotes = !inQuotes;
      } else {
        afterBackslash = inQuotes && one == '\\';
      }
    }
  }

  /** Returns the place of a value that follows. A path that begins with a value is a whole one. */
  Place place() {
    return switch (syntax) {
      case PATH -> inQuery ? Place.QUERY : begun ? Place.PATH : Place.TARGET;
      case FORM -> Place.QUERY;
      case HEADER -> Place.HEADER;
      case JSON -> inQuotes ? Place.JSON : Place.BODY;
      case PLAIN -> Place.BODY;
    };
  }
}
