package io.perfline.sims.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person watches. */
final class Terminal {

  /** Where standard error goes, where the system tells; the bar is drawn there. */
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private Terminal() {}

  static boolean isThere() {
    try {
      String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException notLinux) {
      return System.console() != null;
    }
  }
}
