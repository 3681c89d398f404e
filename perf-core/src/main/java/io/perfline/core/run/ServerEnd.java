package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The end of a build's server under a load that it should have survived, or its failure to become
 * ready for any load.
 *
 * @param build {@link #CANDIDATE} or {@code baseline}
 * @param otherSurvived true if the other build's server survived the same load in its own process,
 *     or became ready in the same place
 * @param loadedSeconds the duration of the load until then, in seconds
 * @param how the exit code, if it is known, and the end of the log; the reason in one line if it
 *     never became ready
 * @param neverReady true if it did not become ready, although it was started alone
 * @param need the name of the server that the service needs and that ended; null if the service did
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ServerEnd(
    String build,
    boolean otherSurvived,
    double loadedSeconds,
    String how,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean neverReady,
    @JsonInclude(JsonInclude.Include.NON_NULL) String need)
    implements CaseDetail {

  /** The build that is judged. */
  public static final String CANDIDATE = "candidate";

  /** Creates the end of a server under load. */
  public ServerEnd(String build, boolean otherSurvived, double loadedSeconds, String how) {
    this(build, otherSurvived, loadedSeconds, how, false, null);
  }

  /** Creates the failure of a candidate that did not become ready when it was started alone. */
  public static ServerEnd neverReady(boolean baselineIsReady, String why) {
    return new ServerEnd(CANDIDATE, baselineIsReady, 0, why, true, null);
  }

  /**
   * Returns true if only the candidate's server ended or was never ready, although the load or the
   * place was the same.
   */
  @JsonIgnore
  public boolean isRegression() {
    return build.equals(CANDIDATE) && otherSurvived;
  }

  /** Returns this end with another duration of the load before it. */
  public ServerEnd after(double seconds) {
    return new ServerEnd(build, otherSurvived, seconds, how, neverReady, need);
  }

  /** Returns this end as that of a server that the service needs; unchanged for null. */
  public ServerEnd ofNeed(String name) {
    return new ServerEnd(build, otherSurvived, loadedSeconds, how, neverReady, name);
  }

  /** Returns this end with the knowledge of whether the other build's server survived. */
  public ServerEnd withOther(boolean survived) {
    return new ServerEnd(build, survived, loadedSeconds, how, neverReady, need);
  }

  /** Returns a description for users. */
  public String text() {
    if (neverReady) {
      return "the %s never became ready%s: %s"
          .formatted(build, otherSurvived ? ", and the baseline did in the same place" : "", how);
    }
    return "the %s's %s ended after %.0f s of load%s: %s"
        .formatted(
            build,
            need == null ? "server" : "need '%s'".formatted(need),
            loadedSeconds,
            otherSurvived
                ? ", which the %s's survived"
                    .formatted(build.equals(CANDIDATE) ? "baseline" : CANDIDATE)
                : "",
            how);
  }
}
