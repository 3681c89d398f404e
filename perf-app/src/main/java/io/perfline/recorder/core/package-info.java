/**
 * The core of the recorder, independent of entry points and stores: a {@link
 * io.perfline.recorder.core.Submission} is admitted, passed to the {@link
 * io.perfline.recorder.core.Store}, and answered exactly once. It also contains the recorder's
 * settings, which are immutable and validated together, and the JSON format of messages.
 */
package io.perfline.recorder.core;
