package io.perfline.acceptance.dependencies;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A dependency graph: maps each name to the names that it uses. Every name has an entry. */
record Dependencies(SortedMap<String, SortedSet<String>> seen) {

  /** Returns the part of the graph between some names. */
  Dependencies within(Predicate<String> wanted) {
    SortedMap<String, SortedSet<String>> kept = new TreeMap<>();
    seen.forEach(
        (from, all) -> {
          if (wanted.test(from)) {
            SortedSet<String> inside = new TreeSet<>(all);
            inside.removeIf(wanted.negate());
            kept.put(from, inside);
          }
        });
    return new Dependencies(kept);
  }

  /** Returns a cycle, or an empty list. */
  List<String> circle() {
    for (String from : seen.keySet()) {
      List<String> way = wayBack(from, from, new ArrayList<>(List.of(from)), new TreeSet<>());
      if (!way.isEmpty()) {
        return way;
      }
    }
    return List.of();
  }

  private List<String> wayBack(
      String goal, String from, List<String> way, SortedSet<String> visited) {
    for (String next : seen.get(from)) {
      List<String> longer = new ArrayList<>(way);
      longer.add(next);
      if (next.equals(goal)) {
        return longer;
      }
      if (visited.add(next)) {
        List<String> found = wayBack(goal, next, longer, visited);
        if (!found.isEmpty()) {
          return found;
        }
      }
    }
    return List.of();
  }

  /** Returns the transitive reduction: without a → c if there are a → b and b → c. */
  Dependencies reduced() {
    SortedMap<String, SortedSet<String>> kept = new TreeMap<>();
    for (Map.Entry<String, SortedSet<String>> entry : seen.entrySet()) {
      SortedSet<String> direct = new TreeSet<>(entry.getValue());
      for (String between : entry.getValue()) {
        direct.removeAll(reached(between));
      }
      kept.put(entry.getKey(), direct);
    }
    return new Dependencies(kept);
  }

  private SortedSet<String> reached(String from) {
    SortedSet<String> all = new TreeSet<>();
    List<String> open = new ArrayList<>(seen.get(from));
    while (!open.isEmpty()) {
      String next = open.remove(open.size() - 1);
      if (all.add(next)) {
        open.addAll(seen.get(next));
      }
    }
    return all;
  }

  /** Returns the names in rows, each in the highest row below which all that it uses are. */
  List<List<String>> rows() {
    if (!circle().isEmpty()) {
      throw new IllegalStateException("dependencies in a circle have no rows: " + circle());
    }
    SortedMap<String, Integer> rowOf = new TreeMap<>();
    seen.keySet().forEach(name -> rowOf.put(name, 0));
    for (int pass = 0; pass < seen.size(); pass++) {
      seen.forEach(
          (from, all) -> all.forEach(to -> rowOf.merge(to, rowOf.get(from) + 1, Math::max)));
    }
    List<List<String>> rows = new ArrayList<>();
    rowOf.forEach(
        (name, row) -> {
          while (rows.size() <= row) {
            rows.add(new ArrayList<>());
          }
          rows.get(row).add(name);
        });
    return rows;
  }
}
