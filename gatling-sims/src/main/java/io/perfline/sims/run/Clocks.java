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
 * Compares this machine's clock with one that other generators see too: the recorder's, or, where
 * there is none, the machine's own, which two generators share when it was booted once.
 */
record Clocks(Environment environment, Clock clock) {

  private static final int PROBES = 8;
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** How this clock compares now; empty when there is nothing to compare it with. */
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

  /** The recorder said its time somewhere between question and answer: half-way, most likely. */
  private ClockReading ask(RecorderAnswers recorder) throws InterruptedException {
    long asked = clock.millis();
    JsonNode time = recorder.get("/version").path("time");
    long answered = clock.millis();
    if (!time.isIntegralNumber()) {
      throw new DriverException(recorder + " doesn't tell the time at /version");
    }
    double half = (answered - asked) / 2.0;
    return new ClockReading(recorder.toString(), time.asLong() - (asked + half), half + 1);
  }

  private static Optional<ClockReading> boot() {
    try {
      return Optional.of(new ClockReading("boot " + Files.readString(BOOT).strip(), 0, 0));
    } catch (IOException notLinux) {
      return Optional.empty();
    }
  }
}
