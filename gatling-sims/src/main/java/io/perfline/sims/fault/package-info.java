/** Faults under load: servers of one case that are killed, paused or filled, and repaired. */
package io.perfline.sims.fault;
