/**
 * The format of runs: all measurements, as {@code run.json} and its raw material contain them, and
 * Gatling's event log. Load generators write runs; the publisher, the gate and the report read
 * them. This package judges nothing.
 */
package io.perfline.core.run;
