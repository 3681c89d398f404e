/**
 * Estimates with their confidence intervals, as pure functions of numbers. Each method cites its
 * source; {@code ./perfline-dev proof} measures its error rates on simulated series.
 */
package io.perfline.gate.statistics;
