/**
 * Makes the recorder slower on purpose, so that the gate can be seen to notice. In no WAR that
 * ships: only {@code ./perf-dev selftest} puts these classes into copies of the WAR, and calls of
 * {@link io.perfline.proof.slowed.SlowdownHook#message} into the recorder's own classes there.
 */
package io.perfline.proof.slowed;
