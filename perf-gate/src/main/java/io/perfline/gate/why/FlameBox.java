package io.perfline.gate.why;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A method in a flame graph, with the amount per message that it and all methods it calls use in
 * either build.
 */
final class FlameBox {

  private static final String ELSEWHERE = "outside of the service";

  private final String name;
  private final Map<String, FlameBox> called = new TreeMap<>();
  private double candidate;
  private double baseline;

  private FlameBox(String name) {
    this.name = name;
  }

  /**
   * Creates the graph of all stacks. Each stack is shortened to methods of the service and the
   * library methods that they call directly.
   *
   * @param own returns true for methods of the service
   * @param aMessage the amount per message for a weight of 1: of the baseline, then of the
   *     candidate
   */
  static FlameBox of(StackTree stacks, Predicate<String> own, double[] aMessage) {
    FlameBox root = new FlameBox("all");
    stacks.forEach(
        (stack, weights) ->
            root.add(
                shortened(List.of(stack.split(";")), own),
                weights[0] * aMessage[0],
                weights[1] * aMessage[1]));
    return root;
  }

  private static List<String> shortened(List<String> stack, Predicate<String> own) {
    int last = stack.size() - 1;
    while (last >= 0 && !own.test(stack.get(last))) {
      last--;
    }
    if (last < 0) {
      return List.of(ELSEWHERE, stack.get(stack.size() - 1));
    }
    List<String> kept = new java.util.ArrayList<>(stack.subList(0, last + 1));
    kept.removeIf(own.negate());
    if (last + 1 < stack.size()) {
      kept.add(stack.get(last + 1));
    }
    return kept;
  }

  private void add(List<String> path, double ofBaseline, double ofCandidate) {
    baseline += ofBaseline;
    candidate += ofCandidate;
    if (!path.isEmpty()) {
      called
          .computeIfAbsent(path.get(0), FlameBox::new)
          .add(path.subList(1, path.size()), ofBaseline, ofCandidate);
    }
  }

  /**
   * Returns the larger amount of both builds, or the sum of the widths below if that is larger,
   * which it is if amounts moved between methods.
   */
  double width() {
    return Math.max(
        Math.max(candidate, baseline), called.values().stream().mapToDouble(FlameBox::width).sum());
  }

  double change() {
    return candidate - baseline;
  }

  double baseline() {
    return baseline;
  }

  double candidate() {
    return candidate;
  }

  String name() {
    return name;
  }

  /** Returns the called methods, beginning with the widest. */
  Collection<FlameBox> called() {
    return called.values().stream()
        .sorted(Comparator.comparingDouble(FlameBox::width).reversed())
        .toList();
  }

  /** Returns the number of levels of boxes that are at least {@code minWidth} wide. */
  int depth(double minWidth) {
    return 1
        + called.values().stream()
            .filter(box -> box.width() >= minWidth)
            .mapToInt(box -> box.depth(minWidth))
            .max()
            .orElse(0);
  }
}
