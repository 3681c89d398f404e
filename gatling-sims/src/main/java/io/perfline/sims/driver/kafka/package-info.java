/** Writes batches into Kafka topics and counts what arrived. */
package io.perfline.sims.driver.kafka;
