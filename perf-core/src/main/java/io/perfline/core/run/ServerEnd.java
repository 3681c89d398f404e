package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The end of a build's server under a load that it should have survived.
 *
 * @param build {@link #CANDIDATE} or {@code baseline}
 * @param otherSurvived true if the other build's server survived the same load in its own process
 * @param loadedSeconds the duration of the load until then, in seconds
 * @param how the exit code, if it is known, and the end of the log
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ServerEnd(String build, boolean otherSurvived, double loadedSeconds, String how)
    implements CaseDetail {

  /** The build that is judged. */
  public static final String CANDIDATE = "candidate";

  /** Returns true if only the candidate's server ended, although the load was the same. */
  @JsonIgnore
  public boolean isRegression() {
    return build.equals(CANDIDATE) && otherSurvived;
  }

  /** Returns this end with another duration of the load before it. */
  public ServerEnd after(double seconds) {
    return new ServerEnd(build, otherSurvived, seconds, how);
  }

  /** Returns a description for users. */
  public String text() {
    return "the %s's server ended after %.0f s of load%s: %s"
        .formatted(
            build,
            loadedSeconds,
            otherSurvived
                ? ", which the %s's survived"
                    .formatted(build.equals(CANDIDATE) ? "baseline" : CANDIDATE)
                : "",
            how);
  }
}
