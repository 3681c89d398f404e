/**
 * The search for the number of users that the recorder carries: levels, and when one is stable and
 * good.
 */
package io.perfline.sims.gatling.capacity;
