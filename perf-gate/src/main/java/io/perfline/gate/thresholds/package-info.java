/**
 * What a build must reach: {@code thresholds.yml}, read strictly into records. Nothing here knows a
 * run.
 */
package io.perfline.gate.thresholds;
