package io.perfline.core.run;

/**
 * The successful answers that an open model received in the measured time, whenever their requests
 * were due. At a steady rate they are as many as were due; of an overloaded service they are fewer,
 * however long it goes on answering afterwards.
 *
 * @param requests the requests that were answered without error
 * @param messages the messages in them
 * @param bytes the payload in them
 * @param seconds the measured time
 */
public record Received(long requests, long messages, long bytes, double seconds)
    implements CaseDetail {

  /** Returns the sum for several generators that measured at the same time. */
  public Received plus(Received other) {
    return new Received(
        requests + other.requests,
        messages + other.messages,
        bytes + other.bytes,
        Math.max(seconds, other.seconds));
  }
}
