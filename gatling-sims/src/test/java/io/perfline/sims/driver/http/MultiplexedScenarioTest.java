package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;

/** The same over a connection that shares its thread. */
class MultiplexedScenarioTest extends ScenarioDriverTest {
  @Override
  Connection connect(Session session, RequestListener listener) {
    return new AwaitedConnection(session.multiplexer(), 0, listener);
  }
}
