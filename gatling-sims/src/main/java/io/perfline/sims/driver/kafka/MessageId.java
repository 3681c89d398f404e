package io.perfline.sims.driver.kafka;

import java.util.UUID;

/**
 * How a message's id tells, when it comes back, which request it belongs to.
 *
 * <p>Upper half: 32 random bits of the case, 12 bits of the connection, 20 bits of the message's
 * place in its batch. Lower half: the request's number.
 */
record MessageId(int connection, int message, long request) {
  private static final int MESSAGE_BITS = 20;
  private static final int CONNECTION_BITS = 12;

  /** Most connections that fit. */
  static final int CONNECTIONS = 1 << CONNECTION_BITS;

  /** Most messages in a batch that fit. */
  static final int MESSAGES = 1 << MESSAGE_BITS;

  /** The upper half of an id. */
  static long high(int scope, int connection, int message) {
    return (long) scope << (MESSAGE_BITS + CONNECTION_BITS)
        | (long) connection << MESSAGE_BITS
        | message;
  }

  /** Reads an id; null when it belongs to another case. */
  static MessageId of(UUID id, int scope) {
    long high = id.getMostSignificantBits();
    if ((int) (high >>> (MESSAGE_BITS + CONNECTION_BITS)) != scope) {
      return null;
    }
    return new MessageId(
        (int) (high >>> MESSAGE_BITS) & (CONNECTIONS - 1),
        (int) high & (MESSAGES - 1),
        id.getLeastSignificantBits());
  }
}
