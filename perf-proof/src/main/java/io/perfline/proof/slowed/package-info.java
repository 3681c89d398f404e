/**
 * Makes the recorder slower on purpose, so that the gate can be seen to notice. Not in {@code
 * recorder.war}: it is a jar of its own, {@code recorder-slowed.jar}, which only {@code ./perf
 * selftest} adds to copies of the WAR. What it takes is in {@link
 * io.perfline.proof.slowed.SlowedFilter}.
 */
package io.perfline.proof.slowed;
