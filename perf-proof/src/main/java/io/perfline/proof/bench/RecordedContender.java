package io.perfline.proof.bench;

import io.perfline.sims.server.JfrCapture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Another contender, its server while it records itself as behind a broken comparison (details in
 * as much of the time as there), or while it doesn't. Beginning and ending to record has a JVM
 * compile some of its classes anew: in either case what a side does first isn't counted.
 *
 * @param side which is loaded
 * @param pid of the server that records itself; null when none does
 * @param folder for the recording
 */
record RecordedContender(Contender side, Long pid, Path folder) implements Contender {

  private static final Duration SETTLING = Duration.ofSeconds(2);

  @Override
  public Sample run(Duration length) throws InterruptedException, IOException {
    if (pid == null) {
      side.run(SETTLING);
      return side.run(length);
    }
    try (JfrCapture capture = JfrCapture.start(List.of(pid), Clock.systemUTC())) {
      side.run(SETTLING);
      capture.details(true);
      Sample detailed = side.run(length.dividedBy(JfrCapture.DETAILED_EVERY));
      capture.details(false);
      Sample sample =
          detailed.plus(side.run(length.minus(length.dividedBy(JfrCapture.DETAILED_EVERY))));
      capture.end(folder, "recorded");
      return sample;
    }
  }
}
