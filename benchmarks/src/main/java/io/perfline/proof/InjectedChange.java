package io.perfline.proof;

import io.perfline.gate.prove.ProvedChange;
import io.perfline.sims.slowed.SlowedBy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The injected change of the candidate. Several entry points can be slowed together, because each
 * is measured and judged by its own case.
 *
 * @param change the change for the proof's statistics
 * @param slowings at most one per entry point; none for two equal WARs
 */
record InjectedChange(ProvedChange change, List<Slowing> slowings) {

  /** No change: a WAR is compared with itself. */
  static final InjectedChange NONE = new InjectedChange(ProvedChange.NONE, List.of());

  private static final List<Integer> PERCENT = List.of(10, 5, 20);

  InjectedChange {
    slowings = List.copyOf(slowings);
  }

  /** Returns all kinds and sizes that the filters select. */
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
          String name = "%s-%d%s".formatted(by.id(), percent, in(slowings));
          all.add(of(name, by.id(), percent, slowings));
        }
      }
    }
    return all;
  }

  /** Returns changes with these slowings; each has at most one per entry point. */
  static List<InjectedChange> of(List<Slowing> given) {
    List<InjectedChange> all = new ArrayList<>();
    List<Slowing> left = new ArrayList<>(given);
    while (!left.isEmpty()) {
      Set<SlowedIngress> slowed = EnumSet.noneOf(SlowedIngress.class);
      List<Slowing> now = left.stream().filter(slowing -> slowed.add(slowing.way())).toList();
      left.removeAll(now);
      String name =
          now.stream()
              .map(
                  slowing ->
                      "%s-%s-%d".formatted(slowing.way().id(), slowing.by().id(), slowing.amount()))
              .collect(Collectors.joining("-"));
      String kind = now.stream().map(Slowing::description).collect(Collectors.joining(", "));
      all.add(of(name, kind, 0, now));
    }
    return all;
  }

  private static String in(List<Slowing> slowings) {
    return slowings.size() == SlowedIngress.values().length
        ? ""
        : slowings.stream().map(slowing -> "-" + slowing.way().id()).collect(Collectors.joining());
  }

  private static InjectedChange of(String name, String kind, int percent, List<Slowing> slowings) {
    Map<String, String> slowed = new HashMap<>();
    slowings.forEach(slowing -> slowed.put(slowing.way().pairedCase(), slowing.description()));
    return new InjectedChange(new ProvedChange(name, kind, percent, slowed), slowings);
  }
}
