package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * Two slices of the same load one right after the other, in random order: what disturbs the machine
 * disturbs both, so their ratio is more exact than either.
 *
 * @param deployment the number of the deployment, from 1; contexts of one deployment differ by
 *     chance as long as it lasts, so several deployments make one measurement
 * @param candidateFirst whether the candidate was loaded before the baseline
 * @param candidate the commit that is judged
 * @param baseline the release it is compared with
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record SlicePair(int deployment, boolean candidateFirst, Slice candidate, Slice baseline) {}
