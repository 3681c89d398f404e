package io.perfline.sims.paired;

import java.time.Duration;
import java.util.List;

/** Receives what the comparisons of a run measure next, and how long that takes. */
@FunctionalInterface
public interface PairedProgress {

  enum Purpose {
    /** Measures the planned load. */
    MEASURE("measuring"),
    /** Measures undecided cases for longer. */
    DECIDE("still undecided:"),
    /** Records the methods of cases that got slower. */
    RECORD("recording the methods of");

    private final String words;

    Purpose(String words) {
      this.words = words;
    }

    /** Returns the words to print before the names of the cases. */
    public String words() {
      return words;
    }
  }

  /**
   * A deployment that begins.
   *
   * @param number from 1
   * @param max the number of the last deployment, if no case is decided before
   * @param cases the measured cases, each with its undecided metrics as far as they are known, such
   *     as {@code paired/pages (cpu)}
   * @param left the maximum time until the last deployment has ended, warm-ups and restarts
   *     included
   * @param leftAfter the part of {@code left} that follows this deployment
   */
  record Deployment(
      int number,
      int max,
      Purpose purpose,
      List<String> cases,
      Duration left,
      Duration leftAfter) {}

  void begins(Deployment deployment);
}
