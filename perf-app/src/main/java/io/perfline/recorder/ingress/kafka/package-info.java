/**
 * The Kafka interface of the recorder. It consumes messages from one topic, writes the ids of
 * stored messages to a second topic, and writes records that can't be stored to a third. Offsets
 * are committed only after that, so a message may be consumed twice but is never lost.
 */
package io.perfline.recorder.ingress.kafka;
