package io.perfline.proof.slowed;

/** What a message takes more than in the recorder that ships. */
interface Slowdown {

  /** Takes it, in the thread that handles the message. */
  void take();
}
