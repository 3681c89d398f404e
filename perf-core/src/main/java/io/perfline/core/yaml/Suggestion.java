package io.perfline.core.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Suggests a known word for a misspelt one. */
public final class Suggestion {

  private Suggestion() {}

  /** Returns {@code " (did you mean 'x'?)"}, or an empty text if no known word is similar. */
  public static String of(String word, Collection<String> known) {
    String typed = word.toLowerCase(Locale.ROOT);
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return known.stream()
        .min(
            Comparator.comparingInt(
                candidate -> distance.apply(typed, candidate.toLowerCase(Locale.ROOT))))
        .filter(
            nearest -> {
              int apart = distance.apply(typed, nearest.toLowerCase(Locale.ROOT));
              int far = Math.max(2, Math.max(word.length(), nearest.length()) / 3);
              return apart <= far && apart < nearest.length();
            })
        .map(nearest -> " (did you mean '" + nearest + "'?)")
        .orElse("");
  }
}
