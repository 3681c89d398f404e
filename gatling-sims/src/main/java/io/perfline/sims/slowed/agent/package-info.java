/** Makes the agent that slows a service from within its JVM, and instruments its entry points. */
package io.perfline.sims.slowed.agent;
