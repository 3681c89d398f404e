/**
 * {@code ./perf run} and {@code ./perf drain}. The package combines workloads, drivers and engine,
 * runs loads that are programs, and writes {@code run.json}.
 */
package io.perfline.sims.run;
