package io.perfline.gate.history;

import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.SchemaPoint;
import java.time.Instant;

/**
 * The part of the history that a trend analyses: the runs of one branch, environment and profile.
 *
 * @param environment the name of the environment of the runs
 * @param since the start of the part
 */
public record HistoryPart(String branch, String environment, String profile, Instant since) {

  /** Returns the condition that a point is of this branch, environment and profile, at any time. */
  public String atAnyTime() {
    return String.join(
        " AND ",
        InfluxQl.equal(Column.BRANCH, branch),
        InfluxQl.equal(Column.ENVIRONMENT, environment),
        InfluxQl.equal(Column.PROFILE, profile));
  }

  /** Returns the condition that this part contains a point. */
  public String condition() {
    return atAnyTime() + " AND " + InfluxQl.since(since);
  }

  boolean contains(InfluxRow row) {
    return row.text(Column.BRANCH).equals(branch)
        && row.text(Column.ENVIRONMENT).equals(environment)
        && row.text(Column.PROFILE).equals(profile)
        && !row.time().isBefore(since);
  }

  /** Adds the branch, the environment and the profile to a point. */
  public SchemaPoint tag(SchemaPoint point) {
    return point
        .tag(Column.BRANCH, branch)
        .tag(Column.ENVIRONMENT, environment)
        .tag(Column.PROFILE, profile);
  }
}
