/** The store that writes recordings to a Kafka topic. */
package io.perfline.recorder.store.kafka;
