package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.ResultSet;
import com.google.common.util.concurrent.FutureCallback;
import io.perfline.sims.driver.RequestListener;

/**
 * Takes a request's answer.
 *
 * @param rows in the request
 * @param bytes data in them
 */
record BatchReply(RequestListener outcome, long request, int rows, long bytes)
    implements FutureCallback<ResultSet> {

  @Override
  public void onSuccess(ResultSet none) {
    outcome.succeeded(request, rows, bytes);
  }

  @Override
  public void onFailure(Throwable reason) {
    outcome.failed(request, reason.getClass().getSimpleName());
  }
}
