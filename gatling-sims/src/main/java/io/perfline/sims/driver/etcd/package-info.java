/** Puts into etcd, gets from it and watches it, and breaks clusters of its own under load. */
package io.perfline.sims.driver.etcd;
