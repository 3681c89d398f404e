package io.perfline.recorder.core;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The logic that all entry points share: it reserves room in the queue, checks the rules, passes
 * messages to the store and answers senders.
 */
public final class Recorder {

  private final Store store;
  private final StoreWatch watch;
  private final QueueBudget queue;
  private final Rules rules;
  private final Map<Ingress, Intake> intakes;

  private volatile boolean closing;

  /** Creates a recorder that accepts messages from each ingress with a listener. */
  public Recorder(
      Store store,
      StoreWatch watch,
      QueueBudget queue,
      Rules rules,
      Map<Ingress, ? extends IngressListener> listeners) {
    this.store = store;
    this.watch = watch;
    this.queue = queue;
    this.rules = rules;
    this.intakes = new EnumMap<>(Ingress.class);
    listeners.forEach((ingress, listener) -> intakes.put(ingress, new Intake(listener)));
  }

  public Intake intake(Ingress ingress) {
    return intakes.get(ingress);
  }

  /** Refuses all further messages. */
  public void close() {
    closing = true;
  }

  /**
   * Waits until every admitted message is answered; returns false if that takes longer than the
   * limit.
   */
  public boolean drain(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (queue.messages() > 0) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return true;
  }

  /** Accepts the messages of one ingress. */
  public final class Intake {

    private final IngressListener listener;

    private Intake(IngressListener listener) {
      this.listener = listener;
    }

    /**
     * Reserves room for a message that is about to be read.
     *
     * @param bytes the cost according to {@link QueueBudget#costOf}, plus other memory of the
     *     ingress
     */
    public Reservation reserve(long bytes) throws RefusedException {
      Refusal refusal = refusal();
      Optional<Reservation> room = refusal == null ? queue.tryReserve(bytes) : Optional.empty();
      if (room.isPresent()) {
        return room.get();
      }
      refusal = refusal == null ? Refusal.BUSY : refusal;
      listener.refused(refusal);
      throw new RefusedException(refusal);
    }

    /** Submits a message with all its reserved room; the sender is answered in any case. */
    public void submit(Submission submission, Reservation reservation) {
      record(submission, reservation.release());
    }

    /** Submits a message if there is room for it; the sender is answered in any case. */
    public void submit(Submission submission) {
      Refusal refusal = tryRecord(submission);
      if (refusal != null) {
        listener.refused(refusal);
        submission.refuse(refusal);
      }
    }

    /** Submits a message; returns false if it was not accepted and can be tried again later. */
    public boolean trySubmit(Submission submission) {
      return tryRecord(submission) == null;
    }

    /** Counts a refusal of a message for which no submission exists. */
    public void count(Refusal refusal) {
      listener.refused(refusal);
    }

    private Refusal tryRecord(Submission submission) {
      long cost = QueueBudget.costOf(submission.recording().data().length);
      Refusal refusal = refusal();
      if (refusal == null && !queue.tryTake(cost)) {
        Refusal never = rules.check(submission.recording());
        if (never != null) { // such as a message that is larger than the queue
          listener.refused(never);
          submission.refuse(never);
          return null;
        }
        refusal = Refusal.BUSY;
      }
      if (refusal == null) {
        record(submission, QueueBudget.packed(1, cost));
      }
      return refusal;
    }

    private void record(Submission submission, long reserved) {
      submission.admit(this, System.nanoTime(), reserved);
      Refusal refusal = rules.check(submission.recording());
      if (refusal == null) {
        store.store(submission);
      } else {
        submission.refuse(refusal);
      }
    }

    void giveBack(long reserved) {
      queue.giveBack(reserved);
    }

    void stored(Submission submission) {
      watch.alive();
      long nanos = System.nanoTime() - submission.admittedAt();
      listener.stored(submission.recording().data().length, nanos);
    }

    void refused(Refusal refusal) {
      watch.refused(refusal);
      listener.refused(refusal);
    }

    private Refusal refusal() {
      return closing ? Refusal.CLOSING : watch.refusal();
    }
  }

  /**
   * Receives the result of every message of one ingress, for the metrics. The methods must neither
   * block nor throw.
   */
  public interface IngressListener {

    /**
     * Called when a message was stored.
     *
     * @param bytes the size of its data
     * @param nanos the time from its admission until the store's acknowledgement, in nanoseconds
     */
    void stored(long bytes, long nanos);

    /** Called when a message was refused. */
    void refused(Refusal refusal);
  }

  /**
   * Thrown if a message is not accepted, because there is no room or the store does not work. It
   * has no stack trace because it is thrown often.
   */
  public static final class RefusedException extends Exception {

    private final transient Refusal refusal;

    RefusedException(Refusal refusal) {
      super(refusal.detail(), null, false, false);
      this.refusal = refusal;
    }

    public Refusal refusal() {
      return refusal;
    }
  }
}
