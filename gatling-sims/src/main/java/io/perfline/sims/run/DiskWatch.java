package io.perfline.sims.run;

import io.perfline.sims.driver.DriverException;
import java.nio.file.Path;
import java.util.List;

/**
 * Ends a load before it has filled the disk, of the run itself and of the local servers.
 *
 * @param folders folders on the disks to watch; those that aren't there are left out
 * @param leastFree bytes that are to stay free on each
 */
record DiskWatch(List<Path> folders, long leastFree) {

  /** Less than that is kept free. */
  static final long LEAST_FREE = 512L << 20;

  private static final double MIB = 1 << 20;

  /**
   * Returns while there is room.
   *
   * @throws DriverException that names the folder, when there isn't
   */
  void check() {
    for (Path folder : folders) {
      long free = folder.toFile().getUsableSpace();
      if (folder.toFile().exists() && free < leastFree) {
        throw new DriverException(
            "stopped: the disk of %s has %.0f MiB left, and %.0f MiB are to stay free"
                .formatted(folder, free / MIB, leastFree / MIB));
      }
    }
  }
}
