/**
 * {@code ./perf run}: puts workloads, drivers and engine together, runs loads that are programs,
 * and writes {@code run.json}.
 */
package io.perfline.sims.run;
