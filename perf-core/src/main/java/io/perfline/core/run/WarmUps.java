package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.stream.Stream;

/**
 * The warm-ups of a comparison, each of which lasted until both builds were warm or until the
 * maximum duration of a warm-up.
 *
 * @param deployments one warm-up per deployment, in order
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record WarmUps(List<OfDeployment> deployments) implements CaseDetail {

  /**
   * The warm-up of both builds in one deployment, whose load alternates between them.
   *
   * @param deployment the number of the deployment, from 1
   * @param seconds the duration of the warm-up
   * @param candidateS the seconds after which the candidate was warm; null if it was not
   * @param baselineS the seconds after which the baseline was warm; null if it was not
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record OfDeployment(int deployment, double seconds, Double candidateS, Double baselineS) {

    /** Returns whether both builds were warm when their measurement began. */
    @JsonIgnore
    public boolean isComplete() {
      return candidateS != null && baselineS != null;
    }
  }

  public WarmUps {
    deployments = List.copyOf(deployments);
  }

  /** Returns the warm-ups followed by those of a further round. */
  public WarmUps plus(WarmUps more) {
    return new WarmUps(Stream.concat(deployments.stream(), more.deployments.stream()).toList());
  }

  /** Returns the duration of the longest warm-up in seconds; 0 if there is none. */
  public double longest() {
    return deployments.stream().mapToDouble(OfDeployment::seconds).max().orElse(0);
  }

  /** Returns the number of deployments in which a build was measured before it was warm. */
  public long incomplete() {
    return deployments.stream().filter(one -> !one.isComplete()).count();
  }
}
