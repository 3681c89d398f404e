package io.perfline.recorder.store.cassandra;

import com.datastax.driver.core.BatchStatement;
import com.datastax.driver.core.ResultSetFuture;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.Statement;
import com.datastax.driver.core.exceptions.DriverException;
import io.perfline.recorder.core.RecordLocator;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.settings.RecorderSettings.Batch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * The thread that gathers messages into micro-batches and writes them. A batch goes when it is full
 * or old; as long as enough of them are under way, it waits and fills up. The number of messages
 * here is bounded by the recorder's queue.
 */
final class BatchWriter implements Runnable {

  private static final Logger LOG = Logger.getLogger(BatchWriter.class.getName());

  private static final int MAX_UNDER_WAY = 16;
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long MAX_BYTES_UNDER_WAY = 16L * 1024 * 1024;

  private final Session session;
  private final RecordingTable table;
  private final Batch limits;
  private final long timeoutNanos;
  private final LinkedBlockingQueue<Object> incoming = new LinkedBlockingQueue<>();
  private final Map<MicroBatch.Key, MicroBatch> filling = new LinkedHashMap<>();
  private final Deque<MicroBatch> full = new ArrayDeque<>();
  private final Set<MicroBatch> underWay = new LinkedHashSet<>();
  private final Thread thread = new Thread(this, "recorder-cassandra-writer");
  private long bytesUnderWay;
  private boolean closing;
  private volatile boolean ended;

  BatchWriter(Session session, RecordingTable table, Batch limits, Duration timeout) {
    this.session = session;
    this.table = table;
    this.limits = limits;
    this.timeoutNanos = timeout.toNanos();
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  void write(Submission submission) {
    incoming.add(submission);
    if (ended) { // it may have come after the last look
      refuseIncoming();
    }
  }

  /** Ends the thread; what is not written by then is refused. */
  void close(Duration limit) throws InterruptedException {
    incoming.add(Signal.CLOSE);
    thread.join(limit.toMillis());
    thread.interrupt();
    thread.join(2000);
  }

  @Override
  public void run() {
    try {
      while (!closing || !underWay.isEmpty() || !filling.isEmpty() || !full.isEmpty()) {
        take(incoming.poll(untilNext(), TimeUnit.NANOSECONDS));
        for (Object next = incoming.poll(); next != null; next = incoming.poll()) {
          take(next);
        }
        long now = System.nanoTime();
        giveUp(now);
        send(now);
      }
    } catch (InterruptedException e) {
      LOG.fine("interrupted to end");
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.SEVERE, "the writer to Cassandra has failed", e);
    } finally {
      ended = true;
      Stream.of(filling.values(), full, underWay)
          .flatMap(Collection::stream)
          .forEach(batch -> batch.refuse(Refusal.CLOSING));
      refuseIncoming();
    }
  }

  private void refuseIncoming() {
    for (Object next = incoming.poll(); next != null; next = incoming.poll()) {
      if (next instanceof Submission submission) {
        submission.refuse(Refusal.CLOSING);
      }
    }
  }

  private long untilNext() {
    if (filling.isEmpty() || crowded()) {
      return IDLE_NANOS;
    }
    long oldest = filling.values().iterator().next().begunAt();
    return Math.max(0, limits.delay().toNanos() - (System.nanoTime() - oldest));
  }

  private void take(Object next) {
    if (next instanceof Submission submission) {
      gather(submission);
    } else if (next instanceof MicroBatch batch) {
      finished(batch);
    } else if (next == Signal.CLOSE) {
      closing = true;
    }
  }

  private void gather(Submission submission) {
    Recording recording = submission.recording();
    MicroBatch.Key key = new MicroBatch.Key(recording.vsId(), table.bucket(recording.id()));
    MicroBatch batch = filling.get(key);
    if (batch != null && batch.bytes() + MicroBatch.bytesOf(recording) > limits.bytes()) {
      full.add(filling.remove(key));
      batch = null;
    }
    if (batch == null) {
      batch = new MicroBatch(submission.admittedAt());
      filling.put(key, batch);
    }
    batch.add(submission);
    if (batch.rows() >= limits.messages() || batch.bytes() >= limits.bytes()) {
      full.add(filling.remove(key));
    }
  }

  private void send(long now) {
    while (!crowded() && !full.isEmpty()) {
      send(full.poll());
    }
    Iterator<MicroBatch> oldest = filling.values().iterator();
    while (!crowded() && oldest.hasNext()) {
      MicroBatch batch = oldest.next();
      if (!closing && now - batch.begunAt() < limits.delay().toNanos()) {
        break; // and so are all behind it
      }
      oldest.remove();
      send(batch);
    }
  }

  private boolean crowded() {
    return underWay.size() >= MAX_UNDER_WAY
        || (bytesUnderWay >= MAX_BYTES_UNDER_WAY && !underWay.isEmpty());
  }

  private void send(MicroBatch batch) {
    underWay.add(batch);
    bytesUnderWay += batch.bytes();
    ResultSetFuture writing;
    try {
      writing = session.executeAsync(batch.statement(table));
    } catch (DriverException | IllegalStateException e) {
      batch.refuse(CassandraStore.refusal(e));
      finished(batch);
      return;
    }
    writing.addListener(() -> answer(batch, writing), Runnable::run);
  }

  /** On a thread of the driver, which has the answer here already. */
  private void answer(MicroBatch batch, ResultSetFuture writing) {
    try {
      writing.getUninterruptibly();
      batch.stored();
    } catch (RuntimeException e) {
      batch.refuse(CassandraStore.refusal(e));
    } finally {
      incoming.add(batch);
    }
  }

  private void finished(MicroBatch batch) {
    if (underWay.remove(batch)) {
      bytesUnderWay -= batch.bytes();
    }
  }

  /** Refuses what has waited for too long; should it be written after all, no harm is done. */
  private void giveUp(long now) {
    Refusal late = Refusal.timeout("Cassandra has not answered in time");
    Predicate<MicroBatch> tooOld =
        batch -> {
          boolean old = now - batch.begunAt() > timeoutNanos;
          if (old) {
            batch.refuse(late);
          }
          return old;
        };
    for (MicroBatch batch : List.copyOf(underWay)) {
      if (tooOld.test(batch)) {
        finished(batch);
      }
    }
    full.removeIf(tooOld);
    filling.values().removeIf(tooOld);
  }

  /** What comes in beside messages and finished batches. */
  private enum Signal {
    CLOSE
  }

  /** Messages of one partition that are written together. */
  private final class MicroBatch {

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
}
