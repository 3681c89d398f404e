/**
 * The resources that a load costs: the server's CPU time and memory, and the use of the machine by
 * others in the meantime.
 */
package io.perfline.sims.server;
