/** The file {@code thresholds.yml}, read strictly into records that are independent of runs. */
package io.perfline.gate.thresholds;
