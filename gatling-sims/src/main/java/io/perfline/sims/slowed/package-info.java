/**
 * Code that makes a service slower on purpose, to prove that the gate notices. It runs in the
 * service's process, so it uses the JDK alone.
 */
package io.perfline.sims.slowed;
