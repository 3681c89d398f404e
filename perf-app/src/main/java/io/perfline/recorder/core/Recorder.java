package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The recording logic that all ways in end in: rules, admission, the store, the answer. A way in
 * first reserves room for what it is about to read, and then either records it or gives the room
 * back.
 */
public final class Recorder {

  private final Store store;
  private final StoreWatch watch;
  private final QueueBudget admission;
  private final Rules rules;
  private final Map<Ingress, Entrance> entrances;

  private volatile boolean closing;

  /** Joins the parts; {@code observers} has one for each way in. */
  public Recorder(
      Store store,
      StoreWatch watch,
      QueueBudget admission,
      Rules rules,
      Map<Ingress, ? extends IngressListener> observers) {
    this.store = store;
    this.watch = watch;
    this.admission = admission;
    this.rules = rules;
    this.entrances = new EnumMap<>(Ingress.class);
    observers.forEach((way, observer) -> entrances.put(way, new Entrance(observer)));
  }

  /** The entrance of a way in. */
  public Entrance entrance(Ingress way) {
    return entrances.get(way);
  }

  /** The rules that messages are held to. */
  public Rules rules() {
    return rules;
  }

  /** Refuses all that comes from now on. */
  public void close() {
    closing = true;
  }

  /** Waits until everything admitted is answered. Returns false when that takes too long. */
  public boolean drain(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (admission.messages() > 0) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return true;
  }

  /** Where one way in hands its messages over. */
  public final class Entrance implements Submission.Admitted {

    private final IngressListener observer;

    private Entrance(IngressListener observer) {
      this.observer = observer;
    }

    /**
     * Takes room for a message that is about to be read.
     *
     * @param cost as by {@link QueueBudget#costOf}
     * @return null, or why there is none
     */
    public Refusal reserve(long cost) {
      Refusal refusal = tryReserve(cost);
      if (refusal != null) {
        observer.refused(refusal);
      }
      return refusal;
    }

    /** As {@link #reserve}, for a way in that waits when there is none: that is no refusal. */
    public Refusal tryReserve(long cost) {
      Refusal refusal = closing ? Refusal.CLOSING : watch.refusal();
      return refusal == null && !admission.tryTake(cost) ? Refusal.BUSY : refusal;
    }

    /** Gives back room that is no longer needed. */
    public void giveBack(long cost) {
      admission.giveBack(cost);
    }

    /** Gives back some of the bytes that are no longer needed, and keeps the place. */
    public void shrink(long bytes) {
      admission.shrink(bytes);
    }

    /** Counts what was refused before it became a submission. */
    public void count(Refusal refusal) {
      observer.refused(refusal);
    }

    /** Hands over a message for which {@code cost} was reserved; it is answered in any case. */
    public void record(Submission submission, long cost) {
      submission.admit(this, System.nanoTime(), cost);
      Recording recording = submission.recording();
      Refusal refusal = rules.check(recording);
      if (refusal == null) {
        store.store(submission);
      } else {
        submission.refuse(refusal);
      }
    }

    @Override
    public void onStored(Submission submission) {
      admission.giveBack(submission.reserved());
      watch.alive();
      long nanos = System.nanoTime() - submission.admittedAt();
      observer.stored(submission.recording().data().length, nanos);
    }

    @Override
    public void onRefused(Submission submission, Refusal refusal) {
      admission.giveBack(submission.reserved());
      watch.heardOf(refusal);
      observer.refused(refusal);
    }
  }
}
