package io.perfline.sims.slowed;

/** The additional cost of a message compared with the released recorder. */
public interface Slowdown {

  /** Takes it, in the thread that handles the message. */
  void take();
}
