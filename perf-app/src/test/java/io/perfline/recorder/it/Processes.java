package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** Lets a server stand for a while, as a machine does that is busy with others. */
final class Processes {

  private Processes() {}

  /** What is done meanwhile. */
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
