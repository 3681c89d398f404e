package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.yaml.RecordCopy;
import java.time.Instant;
import java.util.List;

/**
 * One measurement of one build, which is the content of {@code run.json}.
 *
 * @param schema the version of the format, {@link #SCHEMA}
 * @param run the id of the run, which is also the name of its folder
 * @param build the CI server's build number, or {@code local}
 * @param commit the commit that was built: 40 hexadecimal digits, followed by {@code -dirty} if the
 *     work tree had changes
 * @param deployedCommit the commit that the loaded service reported; {@value #DIGEST} and the
 *     digest of the deployed file, or {@value #UNTOLD}, if it doesn't report one; {@value
 *     #UNREACHABLE} and the reason if it can't be asked; null if all cases had the target {@code
 *     direct}
 * @param started the start of the first case
 * @param ended the end of the last case
 * @param catalogue every case that any workload defines, whether or not this run's profile contains
 *     it
 * @param shard the shard of the load; null for the whole load
 * @param baseline the baseline, or the reason why there was no comparison; null if none was
 *     requested
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Run(
    int schema,
    String run,
    String build,
    String branch,
    String commit,
    String deployedCommit,
    String profile,
    RunEnvironment environment,
    Instant started,
    Instant ended,
    List<CatalogueEntry> catalogue,
    List<CaseResult> cases,
    RunShard shard,
    RunBaseline baseline) {

  /** The version that this code writes, and the only one it reads. */
  public static final int SCHEMA = 1;

  /** The profile of the cases that {@code --only} left out. */
  public static final String WITHOUT_ONLY = "a run without --only";

  private static final String ONLY = " --only ";

  /** The prefix of the digest of the deployed file, if the service reports no commit. */
  public static final String DIGEST = "sha256:";

  /** The deployed commit if the service reports none and its file is unknown. */
  public static final String UNTOLD = "untold";

  /** The prefix of the reason why the service could not be reached for its commit. */
  public static final String UNREACHABLE = "unknown: ";

  public Run {
    catalogue = List.copyOf(catalogue);
    cases = List.copyOf(cases);
  }

  /** Returns whether the deployed commit comes from the service, given that it could be asked. */
  public boolean reportsDeployedCommit() {
    return deployedCommit != null
        && !deployedCommit.startsWith(DIGEST)
        && !deployedCommit.equals(UNTOLD);
  }

  /** Returns this run with other cases. */
  public Run with(List<CaseResult> others) {
    return RecordCopy.of(this, "cases", others);
  }

  /** Returns this run as a shard of the load. */
  public Run as(RunShard shard) {
    return RecordCopy.of(this, "shard", shard);
  }

  /** Returns this run compared with {@code other}. */
  public Run against(RunBaseline other) {
    return RecordCopy.of(this, "baseline", other);
  }

  /** Returns the name of the whole profile, of which a verdict may judge only some cases. */
  public static String wholeProfile(String selected) {
    return selected.split(ONLY, 2)[0];
  }

  /**
   * Returns this run restricted to some cases. Its profile gets a name of its own, to which the
   * other cases don't belong, so that its verdict can't be mistaken for that of the whole profile.
   *
   * @param only simulations or cases; empty for all
   */
  public Run selecting(List<String> only) {
    if (only.isEmpty()) {
      return this;
    }
    String selected = profile + ONLY + String.join(ONLY, only);
    return RecordCopy.of(
        this,
        "profile",
        selected,
        "catalogue",
        catalogue.stream()
            .map(
                entry ->
                    !entry.profiles().contains(profile)
                        ? entry
                        : entry.in(List.of(entry.isOf(only) ? selected : WITHOUT_ONLY)))
            .toList(),
        "cases",
        cases.stream().filter(one -> CatalogueEntry.isOf(one.name(), only)).toList());
  }
}
