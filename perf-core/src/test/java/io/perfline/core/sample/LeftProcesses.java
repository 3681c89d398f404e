package io.perfline.core.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the processes that outlived a test, even those whose parent has ended. */
public final class LeftProcesses {

  private static final int POLLS = 300;
  private static final long POLL_MILLIS = 100;

  private LeftProcesses() {}

  /**
   * Returns the processes whose working directory is in a folder, on Linux. Those that are about to
   * end have 30 seconds for it.
   */
  public static List<ProcessHandle> in(Path folder) throws InterruptedException {
    List<ProcessHandle> left = now(folder);
    for (int i = 0; i < POLLS && !left.isEmpty(); i++) {
      Thread.sleep(POLL_MILLIS);
      left = now(folder);
    }
    return left;
  }

  private static List<ProcessHandle> now(Path folder) {
    return ProcessHandle.allProcesses().filter(process -> worksIn(folder, process)).toList();
  }

  private static boolean worksIn(Path folder, ProcessHandle process) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
          .startsWith(folder.toAbsolutePath());
    } catch (IOException ended) {
      return false;
    }
  }
}
