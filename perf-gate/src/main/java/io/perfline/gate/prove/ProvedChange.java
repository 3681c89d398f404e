package io.perfline.gate.prove;

import java.util.Map;

/**
 * The change that was made on purpose to the build that is judged.
 *
 * @param name the name of its folder
 * @param kind the kind of change, for people
 * @param percent its size; 0 if the kind includes it
 * @param slowed the change of each case, for people, if only some were slowed; otherwise empty
 */
public record ProvedChange(String name, String kind, int percent, Map<String, String> slowed) {

  /** How tables name the build that is judged against itself. */
  public static final String NOTHING = "nothing";

  /** Equal builds. */
  public static final ProvedChange NONE = new ProvedChange("none", NOTHING, 0, Map.of());

  public ProvedChange {
    slowed = Map.copyOf(slowed);
  }

  /** Returns whether a failed verdict is a false alarm. */
  public boolean isNone() {
    return kind.startsWith(NOTHING);
  }

  /** Describes the change, such as {@code CPU +10 %}. */
  public String title() {
    return percent == 0 ? kind : "%s +%d %%".formatted(kind, percent);
  }

  /** Describes what was done to a case. */
  String title(String caseName) {
    return slowed.isEmpty() ? title() : slowed.getOrDefault(caseName, NOTHING);
  }

  boolean isOf(String caseName) {
    return !isNone() && (slowed.isEmpty() || slowed.containsKey(caseName));
  }
}
