package io.perfline.core.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The streams of this process that a user may watch in a terminal. */
public enum Terminal {
  OUTPUT(1),
  ERROR(2);

  private final Path target;

  Terminal(int descriptor) {
    target = Path.of("/proc/self/fd/" + descriptor);
  }

  /** Returns whether the stream goes to a terminal rather than to a file or another program. */
  public boolean isWatched() {
    try {
      String name = Files.readSymbolicLink(target).toString();
      return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException notLinux) {
      return System.console() != null;
    }
  }
}
