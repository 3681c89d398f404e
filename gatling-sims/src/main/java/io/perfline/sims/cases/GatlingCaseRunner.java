package io.perfline.sims.cases;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Durations;
import io.perfline.core.project.LoadModel;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.StoredMessages;
import io.perfline.sims.cases.CaseRunner.CaseSlot;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.gatling.GatlingLoad;
import io.perfline.sims.gatling.HttpResult;
import io.perfline.sims.gatling.load.CapacityPlan;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpSimulation;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.WorkloadSchema;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;

/** Measures one case over HTTP with a simulation for Gatling. */
record GatlingCaseRunner(Environment environment, Path folder, Map<String, ProcessHandle> servers)
    implements CaseRunner {

  private static final String LOAD = "load";
  private static final String RECORD = "record";
  private static final String BROWSE = "browse";
  private static final String RATE = "rate";
  private static final String MESSAGE_BYTES = "message_bytes";
  private static final String USERS = CapacityKeys.USERS;
  private static final String TIMEOUT = "timeout";
  private static final int BROWSED_BYTES = 1000;

  /** The schema of workloads for Gatling. */
  static final WorkloadSchema DIALECT =
      new WorkloadSchema(
          "gatling",
          Stream.concat(
                  Stream.of(
                      SettingKey.choice(
                          LOAD,
                          "Sets the load: record messages, browse pages, or both (mixed).",
                          RECORD,
                          BROWSE,
                          "mixed"),
                      SettingKey.count(
                          RATE,
                          100L,
                          "Sets the messages per second of record and mixed, one per request."),
                      SettingKey.count(
                          MESSAGE_BYTES,
                          100L,
                          "Sets the bytes of a message of record and mixed, before base64"
                              + " encoding."),
                      SettingKey.count(
                          USERS,
                          10L,
                          "Sets the number of users of mixed, or of the first level of browse."),
                      SettingKey.duration(
                          LoadModel.THINK_TIME,
                          Duration.ofSeconds(2),
                          "Sets the shortest mean time per page of a user."),
                      SettingKey.duration(
                          TIMEOUT,
                          Duration.ofSeconds(10),
                          "Sets the time after which a request without a response fails.")),
                  CapacityKeys.KEYS.stream())
              .toList(),
          List.of(Target.RECORDER));

  /** The settings that a load does not use, by load. The parameters of its cases leave them out. */
  private static final Map<String, List<String>> UNUSED =
      Map.of(
          RECORD,
          List.of(USERS, LoadModel.THINK_TIME),
          BROWSE,
          List.of(RATE, MESSAGE_BYTES),
          "mixed",
          List.of());

  @Override
  public void check(CasePlan plan) {
    environment.recorder();
    try {
      if (plan.settings().choice(LOAD).equals(BROWSE)) {
        CapacityKeys.plan(used(plan.settings()));
      }
    } catch (IllegalArgumentException e) {
      throw Fault.configuration(plan.name() + ": " + e.getMessage());
    }
  }

  @Override
  public Map<String, String> parameters(CasePlan plan) {
    return used(plan.settings()).asText();
  }

  @Override
  public boolean hasLoad(CasePlan plan, Shard shard) {
    CaseSettings settings = used(plan.settings());
    List<Boolean> parts =
        Stream.of(RATE, USERS)
            .filter(settings::has)
            .map(key -> shard.part(settings.count(key)) > 0)
            .distinct()
            .toList();
    if (parts.size() > 1) {
      throw Fault.configuration(
          "%s has a %s or a number of %s that is too small for %d generators"
              .formatted(plan.name(), RATE, USERS, shard.of()));
    }
    return !parts.contains(false);
  }

  @Override
  public List<CaseResult> run(CasePlan plan, Durations durations, CaseSlot slot, Progress progress)
      throws InterruptedException {
    CaseSettings settings = used(plan.settings());
    List<String> problems = new ArrayList<>();
    RecorderStore store = null;
    try {
      store = RecorderStore.now(environment, environment.recorder().url());
    } catch (DriverException e) {
      problems.add(e.getMessage());
    }
    HttpResult result =
        new GatlingLoad(folder, servers)
            .run(
                plan.name(),
                settings.asText(),
                load(settings, durations, slot.shard()),
                elapsed -> progress.tick(elapsed, Double.NaN, 0));
    CaseResult measured = result.result();
    problems.addAll(
        MeasurementChecks.late(slot.shard(), measured.start().minusMillis(measured.warmUpMs())));
    OptionalLong found = OptionalLong.empty();
    ShardSchedule.awaitOthers(slot.shard(), durations, Clock.systemUTC());
    try {
      found = store == null ? OptionalLong.empty() : OptionalLong.of(store.added());
      problems.addAll(MeasurementChecks.missing(result.acknowledged(), found));
    } catch (DriverException e) {
      problems.add(e.getMessage());
    }
    return List.of(with(problems, result, found));
  }

  private static CaseSettings used(CaseSettings settings) {
    String load = settings.choice(LOAD);
    CaseSettings used = load.equals(BROWSE) ? settings : CapacityKeys.removedFrom(settings);
    for (String key : UNUSED.get(load)) {
      used = used.without(key);
    }
    return used;
  }

  private HttpLoad load(CaseSettings settings, Durations durations, Shard shard) {
    String load = settings.choice(LOAD);
    boolean browses = load.equals(BROWSE);
    boolean onlyRecords = load.equals(RECORD);
    return new HttpLoad(
        HttpSimulation.valueOf(load.toUpperCase(Locale.ROOT)),
        environment.recorder().url(),
        UUID.randomUUID(),
        browses ? 0 : settings.count(RATE),
        browses ? BROWSED_BYTES : settings.number(MESSAGE_BYTES),
        users(settings),
        onlyRecords ? Duration.ZERO : settings.duration(LoadModel.THINK_TIME),
        durations.warmUp(),
        durations.duration(),
        settings.duration(TIMEOUT),
        shard,
        browses ? CapacityKeys.plan(settings) : CapacityPlan.DEFAULT);
  }

  private static List<Integer> users(CaseSettings settings) {
    return switch (settings.choice(LOAD)) {
      case BROWSE -> CapacityKeys.ladder(settings);
      case RECORD -> List.of();
      default -> List.of(settings.number(USERS));
    };
  }

  private static CaseResult with(List<String> problems, HttpResult result, OptionalLong found) {
    List<String> all = new ArrayList<>(result.result().problems());
    all.addAll(problems);
    return result
        .result()
        .withProblems(all)
        .with(
            found.isEmpty() ? null : new StoredMessages(result.acknowledged(), found.getAsLong()));
  }
}
