package io.perfline.recorder.settings;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Finds names that are meant for the recorder and that it doesn't know: misspelt ones, mostly. */
final class UnknownNames {

  private UnknownNames() {}

  /**
   * A fault for each name that begins with {@code RECORDER_} and doesn't end in a setting's name;
   * what stands before that name may be another context's.
   */
  static List<String> in(Collection<String> names, String kind) {
    return names.stream()
        .filter(name -> name.startsWith(Source.SHARED_PREFIX))
        .filter(name -> Arrays.stream(Name.values()).noneMatch(known -> endsIn(name, known)))
        .sorted()
        .map(name -> kind + name + " is no setting of the recorder; the README lists all there are")
        .toList();
  }

  private static boolean endsIn(String name, Name known) {
    return name.endsWith("_" + known.name());
  }
}
