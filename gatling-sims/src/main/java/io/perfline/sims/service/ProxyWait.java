package io.perfline.sims.service;

import io.perfline.sims.slowed.SlowedCost;

/**
 * Proxies in front of both builds of a comparison, of which that of the candidate lets requests
 * wait on purpose.
 *
 * @param cost that is increased, by waiting; null if no request waits
 * @param share by which it is increased, such as 0.1
 */
public record ProxyWait(SlowedCost cost, double share) {}
