/**
 * Drives load and measures it, in the closed model (a number of connections, each with a number of
 * requests in flight) and in the open model (a rate with intended send times). The package does not
 * depend on a protocol.
 */
package io.perfline.sims.engine;
