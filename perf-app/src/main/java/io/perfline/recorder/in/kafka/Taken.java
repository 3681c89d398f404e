package io.perfline.recorder.in.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record that was taken and is not done yet. */
record Taken(ConsumerRecord<byte[], byte[]> record, Progress.Step step) {}
