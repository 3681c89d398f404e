package io.perfline.recorder.store.cassandra;

import com.datastax.driver.core.BatchStatement;
import com.datastax.driver.core.Statement;
import io.perfline.recorder.core.RecordLocator;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Messages of one partition that are written together. */
final class MicroBatch {

  /** What a row takes beside its data. */
  private static final int ROW_OVERHEAD_BYTES = 100;

  private final long begunAt;
  private final List<Submission> submissions = new ArrayList<>();
  private long bytes;

  /** Begins a batch as old as its first message is. */
  MicroBatch(long begunAt) {
    this.begunAt = begunAt;
  }

  long begunAt() {
    return begunAt;
  }

  int rows() {
    return submissions.size();
  }

  long bytes() {
    return bytes;
  }

  void add(Submission submission) {
    submissions.add(submission);
    bytes += bytesOf(submission.recording());
  }

  static long bytesOf(Recording recording) {
    return (long) recording.data().length + recording.url().length() + ROW_OVERHEAD_BYTES;
  }

  /** One insert, or an unlogged batch: in one partition it is as whole as a single row. */
  Statement statement(RecordingTable table) {
    if (submissions.size() == 1) {
      return table.insert(submissions.get(0).recording());
    }
    BatchStatement batch = new BatchStatement(BatchStatement.Type.UNLOGGED);
    for (Submission submission : submissions) {
      batch.add(table.insert(submission.recording()));
    }
    batch.setConsistencyLevel(table.consistency());
    batch.setIdempotent(true);
    return batch;
  }

  void stored() {
    for (Submission submission : submissions) {
      long time = submission.recording().time();
      RecordLocator locator = () -> Long.toString(time);
      submission.stored(locator);
    }
  }

  void refuse(Refusal refusal) {
    submissions.forEach(submission -> submission.refuse(refusal));
  }

  /** A partition. */
  record Key(UUID vsId, int bucket) {}
}
