package io.perfline.sims.slowed;

/** The additional cost of a message in a slowed recorder. */
public interface Slowdown {

  /** Spends the cost in the thread that handles the message. */
  void spend();
}
