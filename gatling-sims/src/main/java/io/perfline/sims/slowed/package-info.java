/**
 * Code that makes a service slower on purpose, to prove that the gate detects it. It runs in the
 * service's process, so it uses only the JDK.
 */
package io.perfline.sims.slowed;
