/** Measures on simulated histories how often the trend names a case as worse. */
package io.perfline.proof.trend;
