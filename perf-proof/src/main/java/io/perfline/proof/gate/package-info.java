/**
 * Proves the gate on the spot: measures the recorder against itself and against copies that were
 * slowed on purpose, has the real gate judge each, and counts false alarms and detections; does the
 * same for the trend on simulated histories.
 */
package io.perfline.proof.gate;
