package io.perfline.recorder.store.cassandra;

import com.datastax.driver.core.BatchStatement;
import com.datastax.driver.core.ResultSetFuture;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.Statement;
import com.datastax.driver.core.exceptions.DriverException;
import io.perfline.recorder.core.RecorderSettings.Batch;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
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
 * Collects messages in micro-batches and writes them on a separate thread. A batch is sent when it
 * is full or old enough; while many batches are in flight, it waits and fills up. The recorder's
 * queue limits the number of messages here.
 */
final class BatchWriter implements Runnable {

  private static final Logger LOG = Logger.getLogger(BatchWriter.class.getName());

  private static final int MAX_UNDER_WAY = 16;
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long MAX_BYTES_UNDER_WAY = 16L * 1024 * 1024;

  /** The size of a row without its data. */
  private static final int ROW_OVERHEAD_BYTES = 100;

  /**
   * A partition of the table. It has an {@code equals} of its own, because Java 17 remembers the
   * generated one together with the class loader, which would outlive an undeployed application.
   */
  private record Partition(UUID vsId, int bucket) {

    @Override
    public boolean equals(Object other) {
      return other instanceof Partition that && bucket == that.bucket && vsId.equals(that.vsId);
    }

    @Override
    public int hashCode() {
      return 31 * vsId.hashCode() + bucket;
    }
  }

  private final Session session;
  private final RecordingTable table;
  private final Batch limits;
  private final long timeoutNanos;
  private final LinkedBlockingQueue<Object> incoming = new LinkedBlockingQueue<>();
  private final Map<Partition, MicroBatch> filling = new LinkedHashMap<>();
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
    if (ended) { // the thread may have ended before it was added
      refuseIncoming();
    }
  }

  /**
   * Writes the remaining messages within the limit, ends the thread, and refuses those that are not
   * written by then.
   */
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
    long oldest = filling.values().iterator().next().begunAt;
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

  private static long bytesOf(Recording recording) {
    return (long) recording.data().length + recording.url().length() + ROW_OVERHEAD_BYTES;
  }

  private void gather(Submission submission) {
    Recording recording = submission.recording();
    Partition key = new Partition(recording.vsId(), table.bucket(recording.id()));
    MicroBatch batch = filling.get(key);
    if (batch != null && batch.bytes + bytesOf(recording) > limits.bytes()) {
      full.add(filling.remove(key));
      batch = null;
    }
    if (batch == null) {
      batch = new MicroBatch(submission.admittedAt());
      filling.put(key, batch);
    }
    batch.add(submission);
    if (batch.submissions.size() >= limits.messages() || batch.bytes >= limits.bytes()) {
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
      if (!closing && now - batch.begunAt < limits.delay().toNanos()) {
        break; // all following batches are younger
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
    bytesUnderWay += batch.bytes;
    ResultSetFuture writing;
    try {
      writing = session.executeAsync(batch.statement());
    } catch (DriverException | IllegalStateException e) {
      batch.refuse(CassandraStore.refusal(e));
      finished(batch);
      return;
    }
    writing.addListener(() -> answer(batch, writing), Runnable::run);
  }

  /** Called on a thread of the driver when the answer has arrived. */
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
      bytesUnderWay -= batch.bytes;
    }
  }

  /** Refuses messages that have waited too long. It is harmless if Cassandra still writes them. */
  private void giveUp(long now) {
    Refusal late = Refusal.timeout("Cassandra has not answered in time");
    Predicate<MicroBatch> tooOld =
        batch -> {
          boolean old = now - batch.begunAt > timeoutNanos;
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

  /** A signal to the writer's thread, sent through the queue of messages and finished batches. */
  private enum Signal {
    CLOSE
  }

  /** The messages of one partition that are written together. */
  private final class MicroBatch {

    private final long begunAt;
    private final List<Submission> submissions = new ArrayList<>();
    private long bytes;

    /** Creates a batch, whose age is that of its first message. */
    MicroBatch(long begunAt) {
      this.begunAt = begunAt;
    }

    void add(Submission submission) {
      submissions.add(submission);
      bytes += bytesOf(submission.recording());
    }

    /** Returns a single insert or an unlogged batch, which is atomic within one partition. */
    Statement statement() {
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
        submission.stored(() -> Long.toString(time));
      }
    }

    void refuse(Refusal refusal) {
      submissions.forEach(submission -> submission.refuse(refusal));
    }
  }
}
