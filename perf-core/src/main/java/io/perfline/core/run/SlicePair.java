package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * Two consecutive slices of the same load, in random order. A disturbance of the machine affects
 * both slices, so their ratio is more precise than either of them.
 *
 * @param deployment the number of the deployment, from 1; within one deployment, the two places
 *     differ at random but constantly, so a measurement consists of several deployments
 * @param candidateFirst whether the candidate was loaded before the baseline
 * @param candidate the slice of the build that is judged
 * @param baseline the slice of the build with which it is compared
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record SlicePair(int deployment, boolean candidateFirst, Slice candidate, Slice baseline) {}
