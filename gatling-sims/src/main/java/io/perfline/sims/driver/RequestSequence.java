package io.perfline.sims.driver;

/**
 * The requests of a load with its own timing, such as recorded traffic. The sequence is endless,
 * and only one thread uses it at a time.
 */
public interface RequestSequence {

  interface Request {

    /**
     * Returns the time at which the request is due, in nanoseconds after the start of the sequence.
     */
    long dueNanos();

    /**
     * Returns the number of the request's lane; requests of one lane are sent one after another.
     */
    long lane();

    /**
     * Sends the request, see {@link Connection#send}.
     *
     * @param connection one of those that the connector of this sequence opened
     */
    void sendOver(Connection connection, long number);
  }

  /**
   * Returns the next request, which is not due before any earlier one.
   *
   * @throws DriverException if it cannot be read
   */
  Request next();

  /** Returns the mean number of requests per second over all generators. */
  double ratePerSecond();
}
