/**
 * What runs in Gatling's own process: the simulations, their visitors and messages, and the watch
 * over it.
 */
package io.perfline.sims.gatling.simulation;
