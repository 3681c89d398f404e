/**
 * The workload files {@code gatling-sims/workloads/*.yml}, one per simulation, read strictly into
 * planned cases. The package uses the drivers' settings, not the drivers.
 */
package io.perfline.sims.workload;
