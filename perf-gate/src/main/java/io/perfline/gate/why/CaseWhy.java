package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.run.LoadUnit;
import java.util.List;

/**
 * The methods of one case that are confirmed to be slower or faster.
 *
 * @param name the case
 * @param unit the unit of load that amounts are for; missing in older files, which say messages
 * @param pairs number of recorded pairs of slices; 0 for samples that another profiler took
 * @param samples number of samples within them
 * @param totals amounts per unit of load in total, by the clocks of the server's threads
 * @param changes the changes by method: the service's own first, then by share
 * @param graphs its flame graphs
 * @param recordingCost cost of the recording in throughput, as a share; null if it isn't known
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
   * @param file file in the folder of {@code why.json}
   * @param title heading of the graph
   * @param description text for people who can't see the graph
   * @param width the width in pixels
   * @param height the height in pixels
   * @param boxes its widest boxes, in its order
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
   * @param depth number of methods in the graph that called it
   */
  public record Box(int depth, String text) {}
}
