/** Measures on simulated series, whose truth is known, what the gate's statistics keep. */
package io.perfline.proof.simulation;
