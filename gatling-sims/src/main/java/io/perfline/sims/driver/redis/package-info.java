/** Publishes to Redis' channels and counts what each subscriber was delivered. */
package io.perfline.sims.driver.redis;
