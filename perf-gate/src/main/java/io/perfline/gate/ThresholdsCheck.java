package io.perfline.gate;

import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.judge.CatalogueCheck;
import io.perfline.gate.judge.PairedDecision;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file of thresholds, checked before there is any load.
 *
 * @param file the thresholds
 * @param known the cases that there are, which the thresholds are held against; none where that is
 *     not known
 */
record ThresholdsCheck(Path file, List<CatalogueEntry> known) {

  /**
   * Says in a sentence what is valid.
   *
   * @param release where to write which WAR the paired baselines name; null for nowhere
   * @param compared the profile that will be measured beside a baseline; null for none
   * @throws io.perfline.core.command.Fault where something is wrong with the thresholds
   */
  String of(Path release, String compared) throws IOException {
    Thresholds thresholds = ThresholdsFile.read(file);
    if (!known.isEmpty()) {
      CatalogueCheck.check(thresholds, known);
    }
    if (release != null) {
      Files.writeString(
          release,
          thresholds
              .release()
              .map(this::beside)
              .orElse(thresholds.comparesInPairs() ? GateCommand.ANY_BASELINE : ""));
    }
    if (compared != null) {
      PairedDecision.require(
          thresholds,
          known,
          catalogueEntry -> catalogueEntry.profiles().contains(compared),
          "a baseline");
    }
    return "%s is valid: %s, %s, %s."
        .formatted(
            file,
            counted(thresholds.thresholds().size(), "threshold"),
            counted(thresholds.capacity().size(), "capacity goal"),
            counted(thresholds.waivers().size(), "waiver"));
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** A path that the thresholds name is meant from their own folder. */
  private String beside(String war) {
    return file.toAbsolutePath().resolveSibling(war).normalize().toString();
  }
}
