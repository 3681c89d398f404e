package io.perfline.recorder.ingress.kafka;

import io.perfline.recorder.core.MalformedMessageException;
import io.perfline.recorder.core.RecordLocator;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.RecordingReader;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.store.kafka.KafkaRecord;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Processes records: each is read, stored and acknowledged, or written to the dead letter topic.
 * Temporary failures are retried without limit; meanwhile the record stays uncommitted.
 */
final class Processor {

  private static final Logger LOG = Logger.getLogger(Processor.class.getName());

  private static final int MAX_OPEN = 2000;
  private static final long MAX_OPEN_BYTES = 8L * 1024 * 1024;

  private final Recorder.Intake intake;
  private final RecordingReader reader = new RecordingReader(1);
  private final Replies replies;
  private final Queue<Runnable> again = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong openBytes = new AtomicLong();

  /** The failure of the latest reply; null if it was written. */
  private volatile Exception failing;

  Processor(Recorder.Intake intake, Replies replies) {
    this.intake = intake;
    this.replies = replies;
  }

  /** Returns the number of unfinished records. */
  int open() {
    return open.get();
  }

  /** Returns the reason why replies can't be written; empty if they can. */
  String fault() {
    Exception failure = failing;
    return failure == null ? "" : "a reply can't be written: " + failure.getMessage();
  }

  /** Returns whether no more records should be consumed for now. */
  boolean full() {
    return open.get() >= MAX_OPEN || openBytes.get() >= MAX_OPEN_BYTES;
  }

  void take(
      ConsumerRecord<byte[], byte[]> record,
      TopicConsumer.PartitionProgress.PendingRecord pending) {
    open.incrementAndGet();
    openBytes.addAndGet(record.serializedValueSize());
    TakenRecord taken = new TakenRecord(record, pending);
    Recording recording;
    try {
      recording = read(record);
    } catch (MalformedMessageException | IllegalArgumentException e) {
      intake.count(Refusal.invalid(e.getMessage()));
      dead(taken, e.getMessage());
      return;
    }
    submit(taken, recording);
  }

  private Recording read(ConsumerRecord<byte[], byte[]> record) throws MalformedMessageException {
    if (record.headers().lastHeader(KafkaRecord.HEADER) != null) {
      return KafkaRecord.read(record.key(), record.headers(), record.value());
    }
    if (record.value() == null) {
      throw new IllegalArgumentException("the record has no value");
    }
    return reader.one(record.value(), null);
  }

  private void submit(TakenRecord taken, Recording recording) {
    if (!intake.trySubmit(new KafkaMessage(recording, taken))) {
      again.add(() -> submit(taken, recording));
    }
  }

  private void acknowledge(TakenRecord taken, Recording recording) {
    replies.stored(
        taken.record(),
        recording.id(),
        failure -> doneUnless(failure, taken, () -> acknowledge(taken, recording)));
  }

  private void dead(TakenRecord taken, String reason) {
    replies.dead(
        taken.record(), reason, failure -> doneUnless(failure, taken, () -> dead(taken, reason)));
  }

  private void doneUnless(Exception failure, TakenRecord taken, Runnable retry) {
    if (failure == null) {
      failing = null;
      taken.pending().done();
      open.decrementAndGet();
      openBytes.addAndGet(-taken.record().serializedValueSize());
    } else {
      LOG.log(Level.FINE, "a reply could not be written and is written again", failure);
      failing = failure;
      again.add(retry);
    }
  }

  /** Retries the records that have failed since the last call. */
  void tryAgain() {
    for (int i = again.size(); i > 0; i--) {
      again.remove().run(); // only this thread removes from it
    }
  }

  /** A record that is not finished yet. */
  private record TakenRecord(
      ConsumerRecord<byte[], byte[]> record,
      TopicConsumer.PartitionProgress.PendingRecord pending) {}

  private final class KafkaMessage extends Submission {

    private final TakenRecord taken;

    KafkaMessage(Recording recording, TakenRecord taken) {
      super(recording);
      this.taken = taken;
    }

    @Override
    protected void onStored(RecordLocator locator) {
      acknowledge(taken, recording());
    }

    @Override
    protected void onRefused(Refusal refusal) {
      if (refusal.worthRepeating()) {
        again.add(() -> submit(taken, recording()));
      } else {
        dead(taken, refusal.detail());
      }
    }
  }
}
