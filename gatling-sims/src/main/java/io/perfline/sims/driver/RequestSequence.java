package io.perfline.sims.driver;

/**
 * The requests of a load that has a rhythm of its own, such as recorded traffic. It never ends, and
 * is used by one thread at a time.
 */
public interface RequestSequence {

  interface Request {

    /** Returns when it is due, in nanoseconds after the begin of the sequence. */
    long dueNanos();

    /** Returns the number of its lane: requests of a lane are sent one after the other. */
    long lane();

    /**
     * Sends it, see {@link Connection#send}.
     *
     * @param connection one of a multiplexer of this sequence's connector
     * @param number of the request
     */
    void sendOver(Connection connection, long number);
  }

  /**
   * Returns the next request; none is due before an earlier one.
   *
   * @throws DriverException if it cannot be read
   */
  Request next();

  /** Returns the mean number of requests per second of all generators. */
  double ratePerSecond();
}
