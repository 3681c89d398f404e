package io.perfline.proof.slowed;

/** The additional cost of a message compared with the released recorder. */
interface Slowdown {

  /** Takes it, in the thread that handles the message. */
  void take();
}
