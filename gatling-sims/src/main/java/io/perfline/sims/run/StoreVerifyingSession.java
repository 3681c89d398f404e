package io.perfline.sims.run;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.util.OptionalLong;

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
