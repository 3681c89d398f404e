/**
 * {@code ./perfline run} and {@code ./perfline try}: measures the cases of a profile one after the
 * other and writes {@code run.json}.
 */
package io.perfline.sims.run;
