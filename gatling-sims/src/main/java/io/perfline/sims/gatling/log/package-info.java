/** Gatling's event log, decoded. */
package io.perfline.sims.gatling.log;
