package io.perfline.sims.run;

import io.perfline.sims.driver.DriverException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Ends a load before it fills a disk of the run or of the local servers.
 *
 * @param folders folders on the disks to watch; missing ones are ignored
 * @param minFreeBytes the bytes that must stay free on each
 */
record DiskWatch(List<Path> folders, long minFreeBytes) {

  /** The bytes that must stay free on a disk. */
  static final long MIN_FREE_BYTES = 512L << 20;

  private static final double MIB = 1 << 20;

  /**
   * Checks the disks.
   *
   * @param use returns how much the servers use that the service needs; empty for none
   * @throws DriverException with the folder and this use, if a disk is nearly full
   */
  void check(Supplier<String> use) {
    for (Path folder : folders) {
      long free = folder.toFile().getUsableSpace();
      if (folder.toFile().exists() && free < minFreeBytes) {
        String used = use.get();
        throw new DriverException(
            "stopped: the disk of %s has %.0f MiB left, but at least %.0f MiB must stay free%s"
                .formatted(
                    folder, free / MIB, minFreeBytes / MIB, used.isEmpty() ? "" : "; " + used));
      }
    }
  }
}
