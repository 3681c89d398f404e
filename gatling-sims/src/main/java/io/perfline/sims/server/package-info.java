/**
 * The resources that a load costs: the server's CPU time and memory, and the CPU time that other
 * processes use meanwhile.
 */
package io.perfline.sims.server;
