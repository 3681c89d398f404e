package io.perfline.sims.run;

import io.perfline.core.project.Project;
import io.perfline.sims.service.ProxyWait;

/**
 * How a build is compared with itself, slowed.
 *
 * @param baseline describes how the build runs that is not slowed; null for the project itself
 * @param proxies in front of both builds; null for none
 */
public record SlowedComparison(Project baseline, ProxyWait proxies) {

  static final SlowedComparison NONE = new SlowedComparison(null, null);
}
