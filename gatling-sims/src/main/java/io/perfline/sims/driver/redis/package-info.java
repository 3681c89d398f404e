/** Publishes messages to Redis channels, and counts those that each subscriber received. */
package io.perfline.sims.driver.redis;
