/** Counts the events of a log: requests, pages and users, second by second and level by level. */
package io.perfline.sims.gatling.tally;
