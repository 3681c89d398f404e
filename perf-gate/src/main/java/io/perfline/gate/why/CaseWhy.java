package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * What grew and what shrank in one case, for sure.
 *
 * @param name the case
 * @param pairs of slices that were recorded
 * @param samples that fell into them
 * @param totals what a message uses altogether, by the clocks of the server's threads
 * @param changes by method: the service's own first, then the greatest share
 * @param graphs its pictures
 * @param recordingCost what recording cost in throughput, as a share; null when it isn't known
 * @param problem why nothing can be said; null when something can
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record CaseWhy(
    String name,
    int pairs,
    int samples,
    List<TotalChange> totals,
    List<MethodChange> changes,
    List<Graph> graphs,
    Double recordingCost,
    String problem) {

  public CaseWhy {
    totals = List.copyOf(totals);
    changes = List.copyOf(changes);
    graphs = List.copyOf(graphs);
  }

  static CaseWhy none(String name, String problem) {
    return new CaseWhy(name, 0, 0, List.of(), List.of(), List.of(), null, problem);
  }

  CaseWhy with(List<Graph> graphs, Double recordingCost) {
    return new CaseWhy(name, pairs, samples, totals, changes, graphs, recordingCost, problem);
  }

  /** Those that use more than in the baseline. */
  public List<MethodChange> grown() {
    return changes.stream().filter(method -> method.change() > 0).toList();
  }

  /**
   * A flame graph of a case.
   *
   * @param file beside {@code why.json}
   * @param title what it is of
   * @param description what it shows, for whoever can't see it
   * @param width in pixels
   * @param height in pixels
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Graph(String file, String title, String description, int width, int height) {}
}
