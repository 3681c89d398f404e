/**
 * Judges a run: pure functions from the run, the thresholds and the history to a verdict, without
 * I/O and without reading a clock. A value that was not measured, or not validly, never passes.
 */
package io.perfline.gate.judge;
