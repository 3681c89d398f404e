/**
 * Level shifts over the history of each case: found, dated to a range of commits, and told apart
 * into those that are known and those that are new. No I/O: the history is handed in.
 */
package io.perfline.gate.trend;
