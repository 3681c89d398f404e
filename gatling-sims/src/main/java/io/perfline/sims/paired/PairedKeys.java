package io.perfline.sims.paired;

import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.workload.LoadKeys;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The settings of a paired case: those of the load, of HTTP, and its own. */
public final class PairedKeys {

  static final String SLICE = "slice";
  static final String DEPLOYMENTS = "deployments";

  private PairedKeys() {}

  /** All of them. */
  public static List<SettingKey> keys() {
    List<SettingKey> own =
        List.of(
            SettingKey.duration(
                SLICE, Duration.ofMillis(250), "length of a slice; 250 ms to 500 ms"),
            SettingKey.count(
                DEPLOYMENTS, 2L, "how often both are deployed anew, their places swapped"));
    return Stream.of(LoadKeys.keys(), new HttpDriver().keys(), own).flatMap(List::stream).toList();
  }
}
