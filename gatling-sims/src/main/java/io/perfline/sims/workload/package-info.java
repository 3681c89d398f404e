/**
 * The experiments: {@code gatling-sims/workloads/*.yml}, one file a simulation, read strictly into
 * planned cases. Knows the drivers' settings, not the drivers.
 */
package io.perfline.sims.workload;
