package io.perfline.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunningProcessTest {

  @Test
  void recognisesItselfBySavedIdAndStart() {
    RunningProcess self = RunningProcess.of(ProcessHandle.current().pid()).orElseThrow();

    assertThat(self.isAlive()).isTrue();
    assertThat(RunningProcess.parse(self.toString())).contains(self);
  }

  @Test
  void isNotMistakenForALaterProcessWithItsId() throws Exception {
    Process sleep = sleep();
    try {
      long start = RunningProcess.of(sleep.pid()).orElseThrow().start();
      RunningProcess earlier = new RunningProcess(sleep.pid(), start - 1);

      assertThat(earlier.isAlive()).isFalse();
      earlier.end(Duration.ofSeconds(1));
      earlier.kill();

      assertThat(sleep.isAlive()).isTrue();
      assertThat(RunningProcess.parse(earlier.toString())).isEmpty();
    } finally {
      sleep.destroyForcibly();
    }
  }

  @Test
  void killsAProcessThatIgnoresSigterm() throws Exception {
    Process deaf =
        new ProcessBuilder("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done")
            .start();
    deaf.inputReader().readLine();
    RunningProcess process = RunningProcess.of(deaf.pid()).orElseThrow();

    process.end(Duration.ofMillis(100));

    assertThat(process.isAlive()).isFalse();
    assertThat(deaf.waitFor()).isEqualTo(128 + 9);
  }

  @Test
  void aProcessThatNothingReapsHasEnded() throws Exception {
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0.5 & echo $!; exec sleep 60").start();
    try {
      long pid = Long.parseLong(parent.inputReader().readLine());
      ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
      for (int i = 0; i < 500 && RunningProcess.of(pid).isPresent(); i++) {
        Thread.sleep(20);
      }

      assertThat(child.isAlive()).as("not reaped").isTrue();
      assertThat(RunningProcess.isAlive(child)).isFalse();
      assertThat(RunningProcess.isAlive(parent.toHandle())).isTrue();
    } finally {
      parent.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "12", "a b", "1 2 3", "99999999999 1", "-1 -1"})
  void readsNoProcessFromOtherText(String text) {
    assertThat(RunningProcess.parse(text)).isEmpty();
  }

  private static Process sleep() throws IOException {
    return new ProcessBuilder("sleep", "60").start();
  }
}
