/** {@code ./perf run}: puts workloads, drivers and engine together and writes {@code run.json}. */
package io.perfline.sims.run;
