/**
 * The cost of a load other than time: the server's CPU and memory allocated, and how much of the
 * machine others used meanwhile.
 */
package io.perfline.sims.server;
