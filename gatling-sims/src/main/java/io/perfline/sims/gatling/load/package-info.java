/**
 * The load that Gatling generates: the simulations, their visitors and messages, which run in
 * Gatling's own process, and the records that this process and that one exchange.
 */
package io.perfline.sims.gatling.load;
