package io.perfline.sims.comparison;

import io.perfline.core.project.Project;
import io.perfline.sims.service.ProxyWait;

/**
 * The comparison of a build with a slowed copy of itself.
 *
 * @param baseline describes how the unslowed build runs; null for the project itself
 * @param proxies the proxies in front of both builds; null for none
 */
public record SlowedComparison(Project baseline, ProxyWait proxies) {

  public static final SlowedComparison NONE = new SlowedComparison(null, null);
}
