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
 * Drives load through the recorder, and counts the messages in the recorder's store afterwards.
 *
 * @param driver drives the load
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
   * A session through the recorder whose messages are counted in the recorder's store.
   *
   * @param load opens the connections
   * @param store the store that the recorder writes to
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
