/** Puts, gets and watches keys in etcd, and breaks temporary clusters under load. */
package io.perfline.sims.driver.etcd;
