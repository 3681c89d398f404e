package io.perfline.proof.bench;

import io.perfline.core.project.Durations;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.workload.EngineLoad;
import io.perfline.sims.workload.LoadKeys;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The settings of a comparison.
 *
 * @param engine the load of the engine
 * @param all the given settings, with the defaults of driver and engine for all others
 */
record DriverSettings(EngineLoad engine, CaseSettings all) {

  /** The timeout is long, because a late response on a pausing machine is not lost. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  static DriverSettings of(Driver driver, Map<String, Object> given) {
    Map<String, Object> values = new HashMap<>();
    Stream.concat(driver.keys().stream(), LoadKeys.keys().stream())
        .forEach(
            (SettingKey key) ->
                key.defaultValue().ifPresent(value -> values.put(key.name(), value)));
    values.put("timeout", TIMEOUT);
    values.putAll(given);
    CaseSettings settings = new CaseSettings(values);
    EngineLoad engine = EngineLoad.of(settings);
    return new DriverSettings(engine, engine.in(settings));
  }

  /** Returns the load; each turn sets its own length. */
  Load load() {
    return engine.load(new Durations(Duration.ZERO, Duration.ZERO), 0, Shard.WHOLE);
  }
}
