/**
 * The message that the recorder and the simulations share, and how Kryo carries it.
 *
 * <p>This package needs Kryo and the JDK alone; it is attached as a jar of its own ({@code
 * perf-app:message}) so that nothing about the wire is written twice.
 */
package io.perfline.recorder.message;
