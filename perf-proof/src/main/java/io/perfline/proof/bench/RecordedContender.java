package io.perfline.proof.bench;

import io.perfline.sims.profile.ServerRecording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Another contender, its server while it records itself as behind a broken comparison, or while it
 * doesn't. Beginning and ending to record has a JVM compile some of its classes anew: in either
 * case what a side does first isn't counted.
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
      return settled(length);
    }
    try (ServerRecording recording = ServerRecording.start(List.of(pid), Clock.systemUTC())) {
      Sample sample = settled(length);
      recording.end(folder, "recorded");
      return sample;
    }
  }

  private Sample settled(Duration length) throws InterruptedException, IOException {
    side.run(SETTLING);
    return side.run(length);
  }
}
