package io.perfline.sims.paired;

import io.perfline.core.project.ComparedRuns;
import io.perfline.core.project.Durations;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.LoadSpec;
import io.perfline.sims.workload.ProjectSpec;
import io.perfline.sims.workload.WorkloadSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The keys of a workload with paired cases. */
public final class PairedKeys {

  static final String SLICE = "slice";
  static final String TURNS = "turns";
  static final String DEPLOYMENTS = "deployments";

  /** The name of the driver in plans. */
  public static final String DRIVER = "paired";

  private static final Duration DEFAULT_SLICE = Duration.ofMillis(250);
  private static final Long DEFAULT_TURNS = 5L;
  private static final Long DEFAULT_DEPLOYMENTS = 2L;

  /**
   * The number of runs of a program per build and deployment. Deployments are the samples of the
   * statistics, so few runs in each of many deployments decide earlier than many runs in few.
   */
  private static final int RUNS_OF_A_DEPLOYMENT = 2;

  private PairedKeys() {}

  /** Returns whether a case compares two builds in pairs. */
  public static boolean isPaired(CasePlan plan) {
    return plan.driver().equals(DRIVER);
  }

  /**
   * Returns the schema of workloads that compare loads of these drivers. Each load has the settings
   * of its driver, of the engine and of pairs.
   */
  public static WorkloadSchema dialect(Collection<Driver> drivers) {
    return WorkloadSchema.ofLoads(DRIVER, shared(), drivers);
  }

  /**
   * Plans the paired case of a load in {@code perf.yml}.
   *
   * @param load the load, with the settings of its driver
   */
  public static CasePlan plan(ProjectSpec load, Map<String, Durations> paces) {
    return new CasePlan(
        DRIVER + "/" + load.load().name(),
        DRIVER,
        Target.SERVICE,
        load.with(WorkloadSchema.OF, load.load().driver())
            .with(SLICE, DEFAULT_SLICE)
            .with(TURNS, DEFAULT_TURNS)
            .with(DEPLOYMENTS, DEFAULT_DEPLOYMENTS),
        List.of(),
        byProfile(paces, Durations::untilDecided));
  }

  private static Map<String, Durations> byProfile(
      Map<String, Durations> paces, UnaryOperator<Durations> change) {
    return paces.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, pace -> change.apply(pace.getValue())));
  }

  /**
   * Plans the paired case of a program, whose runs are the slices.
   *
   * @param name the name of the load
   * @param load creates the load from the settings of pairs
   * @param profiles the profiles, with the budgets of their comparisons
   */
  public static CasePlan plan(
      String name,
      ComparedRuns compared,
      Function<CaseSettings, LoadSpec> load,
      Map<String, Durations> profiles) {
    Duration pair = compared.lengthOrDefault().multipliedBy(2);
    Duration planned = pair.multipliedBy(RUNS_OF_A_DEPLOYMENT * DEFAULT_DEPLOYMENTS);
    Duration most = pair.multipliedBy(compared.runs());
    CaseSettings settings =
        new CaseSettings(Map.of())
            .with(SLICE, compared.lengthOrDefault())
            .with(DEPLOYMENTS, DEFAULT_DEPLOYMENTS);
    return new CasePlan(
        DRIVER + "/" + name,
        DRIVER,
        Target.SERVICE,
        load.apply(settings),
        List.of(),
        byProfile(
            profiles,
            profile -> new Durations(pair, pair, planned, most, profile.budget()).untilDecided()));
  }

  private static List<SettingKey> shared() {
    List<SettingKey> keys = new ArrayList<>(LoadKeys.keys());
    keys.add(
        SettingKey.duration(
            SLICE,
            DEFAULT_SLICE,
            "Sets the duration of the load on one side of a pair, from 200 ms to 500 ms."));
    keys.add(
        SettingKey.count(
            TURNS,
            DEFAULT_TURNS,
            "Sets the number of turns of a slice, which alternate with those of the other side."));
    keys.add(
        SettingKey.count(
            DEPLOYMENTS,
            DEFAULT_DEPLOYMENTS,
            "Sets the number of deployments; each of them swaps the contexts of the two builds."));
    return keys;
  }
}
