/**
 * The load that Gatling generates: the simulations with their visitors and messages, which run in
 * Gatling's own process, and the records that this process exchanges with its parent.
 */
package io.perfline.sims.gatling.load;
