package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** Pauses a server for a while, like a busy machine. */
final class Processes {

  private Processes() {}

  /** Runs while the server is paused. */
  interface Action {
    void run() throws Exception;
  }

  static void stand(long process, Action meanwhile) throws Exception {
    signal("STOP", process);
    try {
      meanwhile.run();
    } finally {
      signal("CONT", process);
    }
  }

  private static void signal(String name, long process) throws IOException, InterruptedException {
    String pid = Long.toString(process);
    assertThat(new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor()).isZero();
  }
}
