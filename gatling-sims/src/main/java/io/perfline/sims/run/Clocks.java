package io.perfline.sims.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.run.ClockReading;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RecorderAnswers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/**
 * Compares this machine's clock with one that other generators can read too: the recorder's.
 * Without a recorder, the machine's boot id shows which generators share its clock.
 */
record Clocks(Environment environment, Clock clock) {

  private static final int PROBES = 8;
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** Returns the current reading; empty if there is no clock to compare with. */
  Optional<ClockReading> read() throws InterruptedException {
    try {
      RecorderAnswers recorder = new RecorderAnswers(environment.recorder().url());
      ClockReading best = ask(recorder);
      for (int i = 1; i < PROBES; i++) {
        ClockReading reading = ask(recorder);
        best = reading.uncertaintyMs() <= best.uncertaintyMs() ? reading : best;
      }
      return Optional.of(best);
    } catch (Fault | DriverException noRecorder) {
      return boot();
    }
  }

  /** Assumes that the recorder read its clock halfway between request and response. */
  private ClockReading ask(RecorderAnswers recorder) throws InterruptedException {
    long requestedAt = clock.millis();
    JsonNode time = recorder.get("/version").path("time");
    long answeredAt = clock.millis();
    if (!time.isIntegralNumber()) {
      throw new DriverException(recorder + " doesn't report its time at /version");
    }
    double half = (answeredAt - requestedAt) / 2.0;
    return new ClockReading(recorder.toString(), time.asLong() - (requestedAt + half), half + 1);
  }

  private static Optional<ClockReading> boot() {
    try {
      return Optional.of(new ClockReading("boot " + Files.readString(BOOT).strip(), 0, 0));
    } catch (IOException notLinux) {
      return Optional.empty();
    }
  }
}
