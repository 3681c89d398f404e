/**
 * {@code ./perf run} and {@code ./perf drain}: put workloads, drivers and engine together, run
 * loads that are programs, and write {@code run.json}.
 */
package io.perfline.sims.run;
