package io.perfline.proof.gate;

import io.perfline.proof.slowed.SlowedBy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is done to the candidate. Several ways in are slowed at once where all of them are asked
 * for: each is judged by its own case, measured by itself, so that none is in another's way.
 *
 * @param name a word for folders
 * @param slowings at most one for each way in; none for the same WAR twice
 */
record InjectedChange(String name, List<Slowing> slowings) {

  static final String NOTHING = "none (A/A)";

  /** The same WAR twice. */
  static final InjectedChange NONE = new InjectedChange("same", List.of());

  private static final List<Integer> PERCENT = List.of(10, 5, 20);

  InjectedChange {
    slowings = List.copyOf(slowings);
  }

  /** All kinds and sizes, of what is asked for. */
  static List<InjectedChange> all(List<Only> only, Map<SlowedWay, WayCost> costs) {
    List<InjectedChange> all = new ArrayList<>();
    for (int percent : PERCENT) {
      for (SlowedBy by : SlowedBy.values()) {
        List<Slowing> slowings =
            Stream.of(SlowedWay.values())
                .filter(way -> only.isEmpty() || only.stream().anyMatch(one -> one.is(way, by)))
                .map(way -> costs.get(way).slowing(way, by, percent))
                .toList();
        if (!slowings.isEmpty()) {
          all.add(
              new InjectedChange("%s-%d%s".formatted(by.word(), percent, in(slowings)), slowings));
        }
      }
    }
    return all;
  }

  /** Just these, those of one way in one after the other. */
  static List<InjectedChange> of(List<Slowing> given) {
    List<InjectedChange> all = new ArrayList<>();
    List<Slowing> left = new ArrayList<>(given);
    while (!left.isEmpty()) {
      Set<SlowedWay> slowed = EnumSet.noneOf(SlowedWay.class);
      List<Slowing> now = left.stream().filter(one -> slowed.add(one.way())).toList();
      left.removeAll(now);
      all.add(
          new InjectedChange(
              now.stream()
                  .map(one -> "%s-%s-%d".formatted(one.way().word(), one.by().word(), one.amount()))
                  .collect(Collectors.joining("-")),
              now));
    }
    return all;
  }

  private static String in(List<Slowing> slowings) {
    return slowings.size() == SlowedWay.values().length
        ? ""
        : slowings.stream().map(one -> "-" + one.way().word()).collect(Collectors.joining());
  }

  /** In words, what is done to one way in. */
  String told(SlowedWay way) {
    return slowings.stream()
        .filter(one -> one.way() == way)
        .map(Slowing::told)
        .findFirst()
        .orElse(NOTHING);
  }
}
