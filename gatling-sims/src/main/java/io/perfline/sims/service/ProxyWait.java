package io.perfline.sims.service;

import io.perfline.sims.slowed.SlowedCost;

/**
 * Describes the delays of the proxies in front of both builds of a comparison. Only the candidate's
 * proxy delays requests.
 *
 * @param cost the cost that the delays increase; null for no delay
 * @param share the relative increase, such as 0.1
 */
public record ProxyWait(SlowedCost cost, double share) {}
