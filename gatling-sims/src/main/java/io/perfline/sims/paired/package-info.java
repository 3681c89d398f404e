/**
 * Compares candidate and baseline. Short slices of the same load alternate between them, so that
 * disturbances of the machine affect both. The results are pairs of slices, which perf-gate judges.
 *
 * <p>Deploys through {@code io.perfline.deploy.tomcat} in this process, because a comparison
 * deploys several times, and nothing else may use the machine between its slices.
 */
package io.perfline.sims.paired;
