/** The store that writes recordings to a topic of Kafka. */
package io.perfline.recorder.store.kafka;
