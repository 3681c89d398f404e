package io.perfline.gate.trend;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.thresholds.Unit;
import java.util.List;

/**
 * A {@link CaseStatus} as a run keeps it.
 *
 * @param caseName the case
 * @param target what it was aimed at
 * @param metric of which the rest tells, as in thresholds.yml
 * @param unit of its values
 * @param recent what the newest runs measured, oldest first; the last one is looked at
 * @param usual median of those that it is compared with; null when there are too few
 * @param changePercent against them; null when there are too few, as are the next two
 * @param lowPercent where its interval begins
 * @param highPercent and ends
 * @param state what to make of it
 * @param afterCommit the change is behind this commit; empty without one
 * @param upToCommit and not behind this one
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record CaseTrend(
    @JsonProperty("case") String caseName,
    String target,
    String metric,
    String unit,
    List<Double> recent,
    Double usual,
    Double changePercent,
    Double lowPercent,
    Double highPercent,
    CaseStatus.State state,
    String afterCommit,
    String upToCommit) {

  public CaseTrend {
    recent = List.copyOf(recent);
  }

  static CaseTrend of(CaseStatus status) {
    Unit unit = status.metric().shownIn();
    Estimate change = status.change();
    return new CaseTrend(
        status.caseName(),
        status.target(),
        status.metric().word(),
        unit.symbol(),
        status.recent().stream().map(unit::fromFirst).toList(),
        Double.isNaN(status.usual()) ? null : unit.fromFirst(status.usual()),
        change == null ? null : Estimate.percent(change.value()),
        change == null ? null : Estimate.percent(change.low()),
        change == null ? null : Estimate.percent(change.high()),
        status.state(),
        status.afterCommit(),
        status.upToCommit());
  }
}
