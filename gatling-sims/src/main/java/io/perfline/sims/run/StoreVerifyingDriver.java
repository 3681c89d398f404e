package io.perfline.sims.run;

import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.RecorderAnswers;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.util.List;

/**
 * A driver that can be aimed at the recorder; what it leaves there is counted in the recorder's
 * store.
 *
 * @param driver which drives the load
 */
record StoreVerifyingDriver(Driver driver) implements Driver {
  @Override
  public String name() {
    return driver.name();
  }

  @Override
  public List<SettingKey> keys() {
    return driver.keys();
  }

  @Override
  public List<Target> targets() {
    return driver.targets();
  }

  @Override
  public void check(Environment environment, Target target) {
    driver.check(environment, target);
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException {
    if (target != Target.RECORDER) {
      return driver.open(environment, target, scope, settings);
    }
    new RecorderAnswers(environment.recorder().url()).awaitReady();
    RecorderStore store = RecorderStore.now(environment);
    return new StoreVerifyingSession(driver.open(environment, target, scope, settings), store);
  }
}
