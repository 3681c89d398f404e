package io.perfline.sims.service;

import io.perfline.sims.slowed.SlowedCost;

/**
 * The proxies in front of both builds of a comparison; the candidate's proxy delays requests on
 * purpose.
 *
 * @param cost the cost that is increased by waiting; null for no delay
 * @param share the increase, as a share such as 0.1
 */
public record ProxyWait(SlowedCost cost, double share) {}
