package io.perfline.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The steps of a pipeline: announced, timed, and none started once it is interrupted. */
final class StageLog {

  private final StageRunner stages;
  private final PrintWriter out;
  private final PrintWriter err;
  private final long started = System.nanoTime();
  private final List<String> times = new ArrayList<>();
  private long before;
  private boolean working;
  private boolean interrupted;

  StageLog(StageRunner stages, PrintWriter out, PrintWriter err) {
    this.stages = stages;
    this.out = out;
    this.err = err;
  }

  /** The words of a stage: plain ones, and lists of options. */
  static List<String> words(Object... words) {
    return Stream.of(words)
        .flatMap(word -> word instanceof List<?> list ? list.stream() : Stream.of(word))
        .map(Object::toString)
        .toList();
  }

  /** Counts a step that was over before these. */
  void add(String name, long seconds) {
    before += seconds;
    times.add(name + " " + seconds);
  }

  /**
   * Announces a stage and runs it to its end.
   *
   * @return its exit code
   * @throws InterruptedException when the pipeline was interrupted before or meanwhile
   */
  int step(String name, List<String> words) throws InterruptedException {
    return step(name, () -> stages.run(out, err, words));
  }

  /** The same, of a stage whose output is for a file. */
  int stepWithoutOutput(String name, List<String> words) throws InterruptedException {
    return step(name, () -> stages.run(silence(), err, words));
  }

  /** The same, of work that ends with an exit code. */
  int step(String name, IntSupplier work) throws InterruptedException {
    announce(name);
    long start = System.nanoTime();
    int code = run(work);
    times.add(name + " " + seconds(start));
    return code;
  }

  /** Tells that a step starts. */
  void announce(String name) {
    out.printf("%n==> %s%n", name);
    out.flush();
  }

  /** Runs a stage of which only the exit code counts. */
  int silently(List<String> words) throws InterruptedException {
    return run(() -> stages.run(silence(), silence(), words));
  }

  /** How long each step took, and all. */
  String times() {
    return Stream.concat(times.stream(), Stream.of("all " + (before + seconds(started))))
        .collect(Collectors.joining(", ", "Seconds: ", "."));
  }

  /** Lets no further stage start, and waits for the one at work, which hears of a signal itself. */
  synchronized void interrupt(Duration atMost) throws InterruptedException {
    interrupted = true;
    long deadline = System.nanoTime() + atMost.toNanos();
    long left = atMost.toMillis();
    while (working && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
  }

  private int run(IntSupplier work) throws InterruptedException {
    start();
    try {
      return work.getAsInt();
    } finally {
      end();
    }
  }

  private synchronized void start() throws InterruptedException {
    checkInterrupted();
    working = true;
  }

  private synchronized void end() throws InterruptedException {
    working = false;
    notifyAll();
    checkInterrupted();
  }

  private void checkInterrupted() throws InterruptedException {
    if (interrupted) {
      throw new InterruptedException("the pipeline was interrupted");
    }
  }

  private static PrintWriter silence() {
    return new PrintWriter(Writer.nullWriter());
  }

  private static long seconds(long since) {
    return (System.nanoTime() - since) / 1_000_000_000;
  }
}
