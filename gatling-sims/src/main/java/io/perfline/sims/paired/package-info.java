/**
 * Candidate and baseline side by side in one Tomcat: short slices of the same load alternate
 * between them, so that what disturbs the machine disturbs both. What it brings are pairs of
 * slices; what they mean is the gate's to say.
 *
 * <p>Deploys through {@code io.perfline.deploy.tomcat}, in this process: a paired measurement
 * deploys several times, and between its slices nothing else may happen to the machine.
 */
package io.perfline.sims.paired;
