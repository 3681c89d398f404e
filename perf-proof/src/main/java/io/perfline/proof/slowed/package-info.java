/**
 * Makes methods of the recorder slower, so that the difference of profiles can be tested. Only
 * {@code ./perf-dev selftest why} puts these classes into copies of the WAR.
 */
package io.perfline.proof.slowed;
