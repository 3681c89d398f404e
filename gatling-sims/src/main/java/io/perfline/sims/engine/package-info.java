/**
 * Drives load and measures it, in the closed model (a number of connections with a number of
 * requests in flight each) and in the open model (a rate with intended send times). It does not
 * depend on a protocol.
 */
package io.perfline.sims.engine;
