/**
 * The code that runs in Gatling's own process: the simulations, their visitors and messages, and
 * its monitoring.
 */
package io.perfline.sims.gatling.simulation;
