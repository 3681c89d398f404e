/** Sends messages to a Kryonet port and waits for the acknowledgement of each. */
package io.perfline.sims.driver.kryonet;
