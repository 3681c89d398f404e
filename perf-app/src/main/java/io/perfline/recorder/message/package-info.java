/**
 * The messages that the recorder and the simulations share, and their Kryo serialization.
 *
 * <p>This package depends only on Kryo and the JDK. It is also built as a separate jar ({@code
 * perf-app:message}), so that the wire format is defined only once.
 */
package io.perfline.recorder.message;
