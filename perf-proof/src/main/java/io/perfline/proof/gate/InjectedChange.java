package io.perfline.proof.gate;

import io.perfline.sims.slowed.SlowedBy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is done to the candidate. Several entry points are slowed at once where all of them are
 * asked for: each is judged by its own case, measured by itself, so that none is in another's way.
 *
 * @param name a word for folders
 * @param slowings at most one for each entry point; none for the same WAR twice
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
  static List<InjectedChange> all(List<ChangeFilter> only, Map<SlowedIngress, IngressCost> costs) {
    List<InjectedChange> all = new ArrayList<>();
    for (int percent : PERCENT) {
      for (SlowedBy by : SlowedBy.values()) {
        List<Slowing> slowings =
            Stream.of(SlowedIngress.values())
                .filter(
                    ingress ->
                        only.isEmpty()
                            || only.stream().anyMatch(changeFilter -> changeFilter.is(ingress, by)))
                .map(ingress -> costs.get(ingress).slowing(ingress, by, percent))
                .toList();
        if (!slowings.isEmpty()) {
          all.add(
              new InjectedChange("%s-%d%s".formatted(by.word(), percent, in(slowings)), slowings));
        }
      }
    }
    return all;
  }

  /** Returns just these, those of one entry point one after the other. */
  static List<InjectedChange> of(List<Slowing> given) {
    List<InjectedChange> all = new ArrayList<>();
    List<Slowing> left = new ArrayList<>(given);
    while (!left.isEmpty()) {
      Set<SlowedIngress> slowed = EnumSet.noneOf(SlowedIngress.class);
      List<Slowing> now = left.stream().filter(slowing -> slowed.add(slowing.way())).toList();
      left.removeAll(now);
      all.add(
          new InjectedChange(
              now.stream()
                  .map(
                      slowing ->
                          "%s-%s-%d"
                              .formatted(
                                  slowing.way().word(), slowing.by().word(), slowing.amount()))
                  .collect(Collectors.joining("-")),
              now));
    }
    return all;
  }

  private static String in(List<Slowing> slowings) {
    return slowings.size() == SlowedIngress.values().length
        ? ""
        : slowings.stream()
            .map(slowing -> "-" + slowing.way().word())
            .collect(Collectors.joining());
  }

  /** Describes what is done to one entry point. */
  String told(SlowedIngress ingress) {
    return slowings.stream()
        .filter(slowing -> slowing.way() == ingress)
        .map(Slowing::description)
        .findFirst()
        .orElse(NOTHING);
  }
}
