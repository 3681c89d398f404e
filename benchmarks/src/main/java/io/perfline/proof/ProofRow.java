package io.perfline.proof;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The outcomes of simulated builds of one kind.
 *
 * @param effect standard deviation of the deployments of a build around its change, as a fraction
 * @param change the true change, as a fraction
 * @param limits the number of limits of a build
 * @param deployments the median number of deployments
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record ProofRow(
    String noise,
    double effect,
    double change,
    int limits,
    int builds,
    int failed,
    int passed,
    int undecided,
    int noVerdict,
    @JsonIgnore int deployments) {}
