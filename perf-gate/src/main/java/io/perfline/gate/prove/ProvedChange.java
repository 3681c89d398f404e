package io.perfline.gate.prove;

import java.util.Map;

/**
 * A change that was made on purpose to the build that is judged.
 *
 * @param name the name of the folder of its verdicts
 * @param kind the kind of change, for people
 * @param percent the size of the change in percent; 0 if {@code kind} includes it
 * @param slowed the change of each case, for people, if only some cases were slowed; otherwise
 *     empty
 */
public record ProvedChange(String name, String kind, int percent, Map<String, String> slowed) {

  /** The name in tables for a build that is judged against itself. */
  public static final String NOTHING = "nothing";

  /** No change: both builds are equal. */
  public static final ProvedChange NONE = new ProvedChange("none", NOTHING, 0, Map.of());

  public ProvedChange {
    slowed = Map.copyOf(slowed);
  }

  /** Returns true if both builds are equal, so that a failed verdict is a false alarm. */
  public boolean isNone() {
    return kind.startsWith(NOTHING);
  }

  /** Describes the change, such as {@code CPU +10 %}. */
  public String title() {
    return percent == 0 ? kind : "%s +%d %%".formatted(kind, percent);
  }

  /** Describes the change of a case. */
  String title(String caseName) {
    return slowed.isEmpty() ? title() : slowed.getOrDefault(caseName, NOTHING);
  }

  boolean isOf(String caseName) {
    return !isNone() && (slowed.isEmpty() || slowed.containsKey(caseName));
  }
}
