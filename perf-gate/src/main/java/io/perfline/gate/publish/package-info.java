/**
 * Publishes runs and verdicts to the history. All time stamps come from the run, so publishing a
 * run again changes nothing.
 */
package io.perfline.gate.publish;
