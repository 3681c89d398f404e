/**
 * The recorder over Kafka: messages are taken from one topic, the ids of those stored go to
 * another, and what can't be read to a third. Offsets are committed only after that, so a message
 * may be taken again but is never lost.
 */
package io.perfline.recorder.ingress.kafka;
