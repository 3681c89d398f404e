/**
 * The proof of the verdicts on a service: equal builds and builds that were slowed on purpose are
 * judged repeatedly, and the verdicts are counted.
 */
package io.perfline.gate.prove;
