package io.perfline.sims.driver.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of one TCP connection. It never blocks. */
interface Transport extends Closeable {

  /**
   * Continues the handshake.
   *
   * @return whether the handshake is complete, so that requests can be sent
   */
  boolean shakeHands() throws IOException;

  /**
   * Reads some bytes of a response.
   *
   * @return the number of bytes; 0 if none have arrived, negative if the server has closed the
   *     connection
   */
  int read(ByteBuffer room) throws IOException;

  /** Returns whether {@link #read} would return more without new bytes from the network. */
  boolean hasMore();

  /** Sends as much of a request as the network accepts. */
  void send(UnsentBytes request) throws IOException;

  /** Returns whether bytes other than those of {@link #send}'s request wait for the network. */
  boolean isBlocked();

  /** Closes the connection. */
  @Override
  void close() throws IOException;
}
