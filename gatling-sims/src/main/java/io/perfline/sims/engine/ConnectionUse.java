package io.perfline.sims.engine;

/**
 * The number of connections that an open model used, if they carry one request at a time.
 *
 * @param opened the number of connections at the end
 * @param max the maximum number of connections
 * @param waited requests of the measured period that were due while all connections were busy
 * @param suffices whether {@code max} suffices unless requests take longer than the timeout
 * @param machineLimit why the machine allows no more than {@code max} connections; null if it
 *     allows as many as the load asks for
 */
public record ConnectionUse(
    int opened, int max, long waited, boolean suffices, String machineLimit) {

  /** The share of requests that may wait for a connection in an open model. */
  private static final double MAX_WAITED_SHARE = 0.01;

  /** Returns whether more requests waited for a connection than an open model may have. */
  boolean isExhausted(long requests) {
    return waited > MAX_WAITED_SHARE * requests;
  }

  /**
   * Returns why the load was not an open model; null if it was, or if the service is the reason.
   *
   * @param requests the number of due requests
   */
  public String problem(long requests) {
    if (suffices || !isExhausted(requests)) {
      return null;
    }
    String remedy =
        machineLimit == null
            ? "raise 'connections', or leave it out to open as many as the load needs"
            : "the machine allows no more (%s)".formatted(machineLimit);
    return "all %,d connections were busy when %,d requests were due: %s"
        .formatted(max, waited, remedy);
  }

  /** Returns the sum of this slice and the next one. */
  public ConnectionUse plus(ConnectionUse next) {
    return new ConnectionUse(
        next.opened, next.max, waited + next.waited, next.suffices, next.machineLimit);
  }
}
