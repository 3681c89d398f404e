package io.perfline.sims.run;

import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RecorderAnswers;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.util.List;
import java.util.OptionalLong;

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

  /**
   * A case through the recorder: what it left is counted in the recorder's store.
   *
   * @param load which makes the connections
   * @param store that the recorder writes to
   */
  record StoreVerifyingSession(Session load, RecorderStore store) implements Session {
    @Override
    public Connection connect(int index, RequestListener listener) throws InterruptedException {
      return load.connect(index, listener);
    }

    @Override
    public Multiplexer multiplexer() {
      return load.multiplexer();
    }

    @Override
    public OptionalLong stored() throws InterruptedException {
      return OptionalLong.of(store.added());
    }

    @Override
    public void close() {
      load.close();
    }
  }
}
