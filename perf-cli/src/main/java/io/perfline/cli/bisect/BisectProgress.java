package io.perfline.cli.bisect;

import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Prints the progress of a search and its remaining time. */
final class BisectProgress implements SearchProgress {

  private final Checkout checkout;
  private final PrintWriter out;
  private final LongSupplier nanoTime;
  private long began;
  private long spent;
  private int steps;

  BisectProgress(Checkout checkout, PrintWriter out, LongSupplier nanoTime) {
    this.checkout = checkout;
    this.out = out;
    this.nanoTime = nanoTime;
  }

  /** Describes a commit for users. */
  static String description(Checkout checkout, String commit) {
    return "%s %s".formatted(CommitId.shortened(commit), checkout.subject(commit).orElse(""));
  }

  @Override
  public void left(int commits, int more) {
    out.printf(
        "%n%d commit%s left, about %d step%s%s%n",
        commits, commits == 1 ? "" : "s", more, more == 1 ? "" : "s", time(more));
    out.flush();
  }

  private String time(int more) {
    if (steps == 0) {
      return "";
    }
    long minutes = Math.max(1, Duration.ofNanos(spent / steps * more).toMinutes());
    return String.format(Locale.ROOT, ", %d min more", minutes);
  }

  @Override
  public void begins(String commit) {
    began = nanoTime.getAsLong();
    out.println("judging " + description(checkout, commit));
    out.flush();
  }

  @Override
  public void ended(JudgedCommit commit) {
    spent += nanoTime.getAsLong() - began;
    steps++;
    out.printf(
        "%s: %s: %s%n",
        CommitId.shortened(commit.commit()),
        switch (commit.outcome()) {
          case SLOWER -> "slower";
          case NOT_SLOWER -> "not slower";
          case UNDECIDED -> "undecided";
          case NOT_BUILT -> "skipped, it cannot be built and run";
        },
        commit.change());
    out.flush();
  }
}
