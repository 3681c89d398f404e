package io.perfline.gate.why;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** A call tree with the weights of both builds, and the outermost method at the root. */
public final class StackTree {

  private final Map<String, StackTree> called = new TreeMap<>();
  private double candidate;
  private double baseline;
  private double candidateSelf;
  private double baselineSelf;

  void add(List<StackFrame> stack, boolean ofCandidate, double weight) {
    StackTree at = this;
    at.add(ofCandidate, weight);
    for (int i = stack.size() - 1; i >= 0; i--) {
      at = at.called.computeIfAbsent(stack.get(i).method(), any -> new StackTree());
      at.add(ofCandidate, weight);
    }
    at.candidateSelf += ofCandidate ? weight : 0;
    at.baselineSelf += ofCandidate ? 0 : weight;
  }

  private void add(boolean ofCandidate, double weight) {
    candidate += ofCandidate ? weight : 0;
    baseline += ofCandidate ? 0 : weight;
  }

  /** Returns the called methods by name. */
  Map<String, StackTree> called() {
    return called;
  }

  /** Returns the weight of the candidate in this tree. */
  double candidate() {
    return candidate;
  }

  double baseline() {
    return baseline;
  }

  /**
   * Passes on every stack in order, from the outermost to the innermost frame, with the weights of
   * the samples that ended in it: the baseline's, then the candidate's.
   */
  void forEach(BiConsumer<String, double[]> line) {
    forEach("", line);
  }

  private void forEach(String path, BiConsumer<String, double[]> line) {
    if (candidateSelf + baselineSelf > 0) {
      line.accept(path, new double[] {baselineSelf, candidateSelf});
    }
    called.forEach((name, below) -> below.forEach(path.isEmpty() ? name : path + ";" + name, line));
  }
}
