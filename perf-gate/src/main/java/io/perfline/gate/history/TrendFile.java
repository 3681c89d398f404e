package io.perfline.gate.history;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import io.perfline.core.git.CommitId;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.verdict.FigureFormat;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Reads and writes {@code trend.json}: the status of the branch's cases at the time of a run. */
public final class TrendFile {

  /** The name of the file in a run's folder. */
  public static final String NAME = "trend.json";

  private static final int SCHEMA = 2;

  private record Content(int schema, List<CaseTrend> cases) {}

  private TrendFile() {}

  /**
   * Reads the file of a run. The list is empty if there is no file.
   *
   * @throws Fault (no verdict) if the file is cut off or has another schema
   */
  public static List<CaseTrend> readIfPresent(Path folder) {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(file));
      int schema = json.path("schema").asInt();
      if (schema != SCHEMA || !json.path("cases").isArray()) {
        throw Fault.noVerdict(
            "%s: schema is %d, this perfline reads %d; perfline trend RUN writes the file anew"
                .formatted(file, schema, SCHEMA));
      }
      Content content = Json.MAPPER.treeToValue(json, Content.class);
      return content.cases();
    } catch (JsonProcessingException e) {
      throw Fault.noVerdict(file + ": " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file + ": " + e, e);
    }
  }

  /** Writes the file, completely or not at all. */
  public static void write(Path folder, List<CaseStatus> statuses) throws IOException {
    List<CaseTrend> cases = statuses.stream().map(CaseTrend::of).toList();
    AtomicFile.write(
        folder.resolve(NAME), Json.MAPPER.writeValueAsBytes(new Content(SCHEMA, cases)));
  }

  /**
   * A {@link CaseStatus} as stored with a run.
   *
   * @param metric the metric of the other components, as in thresholds.yml
   * @param recent the values of the newest runs, oldest first; the last one is that of the newest
   *     valid run
   * @param usual the median of the runs to compare with; null if there are too few
   * @param changePercent the change from {@code usual}, in percent; null if there are too few runs,
   *     or for a change from 0
   * @param lowPercent the lower end of the change's interval; null if it is unknown
   * @param highPercent the upper end of the change's interval; null if it is unknown
   * @param state the assessment of the change
   * @param measured the start of the newest valid run
   * @param freshness the reason why that is not the branch's newest run; empty if it is
   * @param sinceRun the first run of the changed level; empty without a change
   * @param afterCommit the last commit before the change; empty without a change
   * @param upToCommit the last commit that can have caused the change; empty without a change
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
      Instant measured,
      String freshness,
      String sinceRun,
      String afterCommit,
      String upToCommit) {

    public CaseTrend {
      recent = List.copyOf(recent);
    }

    public static CaseTrend of(CaseStatus status) {
      Unit unit = status.metric().shownIn();
      Estimate change = status.change();
      return new CaseTrend(
          status.caseName(),
          status.target(),
          status.metric().id(),
          unit.symbol(),
          status.recent().stream().map(unit::fromFirst).toList(),
          Double.isNaN(status.usual()) ? null : unit.fromFirst(status.usual()),
          change == null ? null : Estimate.percent(change.value()),
          end(change, Estimate::low),
          end(change, Estimate::high),
          status.state(),
          status.newest().time(),
          status.freshness().text(),
          status.since() == null ? "" : status.since().run(),
          status.afterCommit(),
          status.upToCommit());
    }

    /** Describes the change and its interval, such as {@code +12 % [+9.1 % to +15 %]}. */
    public String change() {
      return changePercent == null
          ? fromZero()
          : "%s [%s to %s]"
              .formatted(signed(changePercent), signed(lowPercent), signed(highPercent));
    }

    private String fromZero() {
      double now = recent.isEmpty() ? 0 : recent.get(recent.size() - 1);
      return usual != null && usual == 0 && now > 0
          ? "from 0 to " + FigureFormat.withUnit(now, unit)
          : "–";
    }

    private static String signed(Double percent) {
      if (percent == null) {
        return "any";
      }
      double rounded = new BigDecimal(percent).round(new MathContext(2)).doubleValue();
      return FigureFormat.change(rounded);
    }

    /** Describes the commits between which the level changed; empty without a change. */
    public String commits() {
      return upToCommit.isEmpty()
          ? ""
          : "after %s, up to %s"
              .formatted(CommitId.shortened(afterCommit), CommitId.shortened(upToCommit));
    }

    /** Returns one end of the interval; null if there is none. */
    private static Double end(Estimate change, ToDoubleFunction<Estimate> end) {
      return change == null || Double.isInfinite(end.applyAsDouble(change))
          ? null
          : (Double) Estimate.percent(end.applyAsDouble(change));
    }
  }
}
