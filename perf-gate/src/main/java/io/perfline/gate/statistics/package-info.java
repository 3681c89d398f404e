/**
 * Estimates with their confidence intervals, as pure functions of numbers. Each method names the
 * paper it comes from; {@code ./perf-dev proof} measures on simulated series what each one keeps.
 */
package io.perfline.gate.statistics;
