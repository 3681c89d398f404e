/**
 * Makes methods of the recorder slower in order to test the comparison of profiles. Only {@code
 * ./perfline-dev selftest why} puts these classes into copies of the WAR.
 */
package io.perfline.proof.slowed;
