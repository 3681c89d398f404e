package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * How much the deployments of earlier builds differed from each other in a case that was measured
 * in the same way. It shows a comparison how much two starts of one build may differ.
 *
 * @param settings identifies how the case is measured; builds that were measured in another way
 *     don't count
 * @param builds one entry for each earlier build and metric
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record EarlierDeployments(String settings, List<Variance> builds) implements CaseDetail {

  /**
   * The variance of the deployments of one build.
   *
   * @param metric its name, or the {@link #key} of a metric of one need
   * @param variance the variance of the logarithm of candidate ÷ baseline between deployments
   * @param freedom the degrees of freedom of its estimate
   * @param ofPairs the part of the variance that comes from the scatter of the pairs; 0 if unknown
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Variance(String metric, double variance, double freedom, double ofPairs) {}

  public EarlierDeployments {
    builds = List.copyOf(builds);
  }

  /**
   * Returns the name under which the variance of a metric is kept.
   *
   * @param need the only server that the metric is measured on; null for all
   */
  public static String key(String metric, String need) {
    return need == null ? metric : metric + " of " + need;
  }

  /** Returns the variances of metrics of one server that the service needs. */
  EarlierDeployments ofNeed(String need) {
    String suffix = key("", need);
    return new EarlierDeployments(
        settings,
        builds.stream()
            .filter(one -> one.metric().endsWith(suffix))
            .map(
                one ->
                    new Variance(
                        one.metric().substring(0, one.metric().length() - suffix.length()),
                        one.variance(),
                        one.freedom(),
                        one.ofPairs()))
            .toList());
  }
}
