package io.perfline.sims.paired;

import java.time.Duration;
import java.util.List;

/** Receives what the comparisons of a run are about to measure, and how long that takes. */
@FunctionalInterface
public interface PairedProgress {

  /** The reason for a deployment. */
  enum Purpose {
    /** The planned load. */
    MEASURE("measuring"),
    /** Further load for the cases that are undecided. */
    DECIDE("still undecided:"),
    /** Recording the methods of cases that got slower. */
    RECORD("recording the methods of");

    private final String words;

    Purpose(String words) {
      this.words = words;
    }

    /** Returns the words before the names of the cases. */
    public String words() {
      return words;
    }
  }

  /**
   * A deployment that begins.
   *
   * @param number its number, from 1
   * @param most the number of the last one, if no case is decided before
   * @param cases those that are measured in it, each with its undecided metrics as far as they are
   *     known, such as {@code paired/pages (cpu)}
   * @param left the most time until the last deployment has ended, warm-ups and restarts included
   * @param leftAfter the part of it that follows this deployment
   */
  record Deployment(
      int number,
      int most,
      Purpose purpose,
      List<String> cases,
      Duration left,
      Duration leftAfter) {}

  void begins(Deployment deployment);
}
