/**
 * {@code ./perfline-dev}, the command of perfline's maintainers, with its proofs of the error rates
 * of verdicts and of the trend.
 */
package io.perfline.proof;
