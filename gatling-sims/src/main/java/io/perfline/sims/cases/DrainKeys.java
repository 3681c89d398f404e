package io.perfline.sims.cases;

import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.WorkloadSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The schema of workloads whose cases stop the service under load. */
public final class DrainKeys {

  /** The name of the driver in plans. */
  public static final String DRIVER = "drain";

  /** The key of the {@link ShutdownMethod}. */
  public static final String BY = "by";

  /** The drivers of the recorder's entry points. */
  public static final Map<String, Driver> DRIVERS =
      Stream.<Driver>of(new HttpDriver(), new KafkaDriver(), new KryonetDriver())
          .collect(Collectors.toMap(Driver::name, Function.identity()));

  /** The schema of loads with the settings of their drivers, the engine's, and {@link #BY}. */
  public static final WorkloadSchema DIALECT =
      WorkloadSchema.ofLoads(DRIVER, shared(), DRIVERS.values());

  private DrainKeys() {}

  /** Returns whether a case stops the service, which requires a service of its own. */
  public static boolean isDrain(CasePlan plan) {
    return plan.driver().equals(DRIVER);
  }

  private static List<SettingKey> shared() {
    List<SettingKey> keys = new ArrayList<>(LoadKeys.keys());
    String[] ways =
        Arrays.stream(ShutdownMethod.values()).map(ShutdownMethod::id).toArray(String[]::new);
    keys.add(SettingKey.choice(BY, "Sets how the service is shut down.", ways));
    return keys;
  }
}
