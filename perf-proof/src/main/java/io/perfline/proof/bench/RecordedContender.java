package io.perfline.proof.bench;

import io.perfline.sims.profile.ServerRecording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Another contender while its server records itself, as behind a broken comparison.
 *
 * @param side which is loaded
 * @param pid of the server
 * @param folder for the recording
 */
record RecordedContender(Contender side, long pid, Path folder) implements Contender {

  /** Not counted: when it begins to record, a JVM compiles some of its classes anew. */
  private static final Duration WARMING = Duration.ofSeconds(1);

  @Override
  public Sample run(Duration length) throws InterruptedException, IOException {
    try (ServerRecording recording = ServerRecording.start(List.of(pid), Clock.systemUTC())) {
      side.run(WARMING);
      Sample sample = side.run(length);
      recording.end(folder, "recorded");
      return sample;
    }
  }
}
