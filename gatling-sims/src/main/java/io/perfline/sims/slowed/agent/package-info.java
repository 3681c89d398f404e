/**
 * The agent that slows down a service from within its JVM, and the instrumentation of entry points.
 */
package io.perfline.sims.slowed.agent;
