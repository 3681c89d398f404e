/**
 * The proof of the verdict on a service: equal builds and builds that were slowed on purpose are
 * judged again and again, and counted.
 */
package io.perfline.gate.prove;
