package io.perfline.sims.driver.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * Reports every error instead of retrying. Driver 4 creates this policy by reflection, with these
 * parameters; the interface's methods that are not deprecated call the deprecated ones.
 */
@SuppressWarnings("deprecation")
public final class NoRetries implements RetryPolicy {

  public NoRetries(DriverContext context, String profile) {}

  @Override
  public RetryDecision onReadTimeout(
      Request request,
      ConsistencyLevel consistency,
      int blockFor,
      int received,
      boolean dataPresent,
      int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onWriteTimeout(
      Request request,
      ConsistencyLevel consistency,
      WriteType type,
      int blockFor,
      int received,
      int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onUnavailable(
      Request request, ConsistencyLevel consistency, int required, int alive, int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onRequestAborted(Request request, Throwable error, int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public void close() {
    // There is nothing to close.
  }
}
