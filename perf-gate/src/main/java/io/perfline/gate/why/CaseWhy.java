package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.run.LoadUnit;
import java.util.List;

/**
 * The methods of one case that are confirmed to be slower or faster.
 *
 * @param unit the unit of load to which amounts refer; messages in older files, which lack it
 * @param pairs the number of recorded pairs of slices; 0 for samples of another profiler
 * @param samples the number of samples in the recorded slices
 * @param totals the total amounts per unit of load, by the clocks of the server's threads
 * @param changes the changes by method: the service's own methods first, then by share
 * @param recordingCost the share of throughput that recording costs; null if it isn't known
 * @param problem the reason why there is no result; null if there is one
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record CaseWhy(
    String name,
    LoadUnit unit,
    int pairs,
    int samples,
    List<TotalChange> totals,
    List<MethodChange> changes,
    List<Graph> graphs,
    Double recordingCost,
    String problem) {

  public CaseWhy {
    unit = unit == null ? LoadUnit.MESSAGE : unit;
    totals = List.copyOf(totals);
    changes = List.copyOf(changes);
    graphs = List.copyOf(graphs);
  }

  static CaseWhy none(String name, String problem) {
    return new CaseWhy(name, null, 0, 0, List.of(), List.of(), List.of(), null, problem);
  }

  CaseWhy with(List<Graph> graphs, Double recordingCost) {
    return new CaseWhy(name, unit, pairs, samples, totals, changes, graphs, recordingCost, problem);
  }

  CaseWhy with(LoadUnit counted) {
    return new CaseWhy(
        name, counted, pairs, samples, totals, changes, graphs, recordingCost, problem);
  }

  /** Returns the methods that use more than in the baseline. */
  public List<MethodChange> grown() {
    return changes.stream().filter(method -> method.change() > 0).toList();
  }

  /**
   * A flame graph.
   *
   * @param file the name of the file, in the folder of {@code why.json}
   * @param description a text for people who can't see the graph
   * @param width the width in pixels
   * @param height the height in pixels
   * @param boxes the widest boxes, in the order of the graph
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Graph(
      String file, String title, String description, int width, int height, List<Box> boxes) {
    public Graph {
      boxes = List.copyOf(boxes);
    }
  }

  /**
   * A method in a flame graph, as text.
   *
   * @param depth the number of its callers in the graph
   */
  public record Box(int depth, String text) {}
}
