package io.perfline.sims.engine;

/**
 * The use that an open model made of connections that carry one request at a time.
 *
 * @param opened the number of connections at the end
 * @param most the number of connections that it could have opened
 * @param waited requests of the measured period that were due while all connections were busy
 * @param machineLimit why the machine allows no more than {@code most} connections; null if it
 *     allows as many as the load asks for
 */
public record ConnectionUse(int opened, int most, long waited, String machineLimit) {

  /** The share of requests that may wait for a connection in an open model. */
  private static final double MOST_WAITED = 0.01;

  /** Returns whether more requests waited for a connection than an open model may have. */
  public boolean isExhausted(long requests) {
    return waited > MOST_WAITED * requests;
  }
}
