/**
 * {@code ./perfline run} and {@code ./perfline drain}. The package combines workloads, drivers and
 * engine, runs loads that are programs, and writes {@code run.json}.
 */
package io.perfline.sims.run;
