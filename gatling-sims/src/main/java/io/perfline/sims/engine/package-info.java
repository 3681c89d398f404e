/**
 * Drives load and measures it: the closed model (so many connections, so many requests in flight on
 * each) and the open model (a rate, with intended send times). Knows no protocol.
 */
package io.perfline.sims.engine;
