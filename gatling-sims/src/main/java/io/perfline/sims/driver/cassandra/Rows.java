package io.perfline.sims.driver.cassandra;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;

/** Sends the rows of a case with one version of Cassandra's Java driver. */
interface Rows extends AutoCloseable {

  /** Returns a writer of rows with ids of its own. */
  Connection writer(int index, RequestListener listener);

  @Override
  void close();
}
