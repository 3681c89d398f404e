/** Metrics with all that is declared about them, and their units, quantities and conditions. */
package io.perfline.gate.metric;
