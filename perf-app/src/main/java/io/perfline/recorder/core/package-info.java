/**
 * What recording is, whatever way a message came in and whatever store keeps it: a {@link
 * io.perfline.recorder.core.Submission} is admitted, handed to the {@link
 * io.perfline.recorder.core.Store}, and answered exactly once.
 */
package io.perfline.recorder.core;
