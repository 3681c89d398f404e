/**
 * The gate's decisions, as pure functions from a run, the thresholds and the history to a verdict.
 * No I/O, no clock of its own. What was not, or not validly, measured never passes.
 */
package io.perfline.gate.judge;
