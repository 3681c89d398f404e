package io.perfline.sims.driver;

import io.perfline.core.environment.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Tells at once that nobody listens, where a client would try for long. */
public final class Reachable {

  private static final int CONNECT_MILLIS = 3_000;

  private Reachable() {}

  /**
   * Connects to one of some addresses and hangs up.
   *
   * @param what the server's name
   * @param addresses {@code host:port}, several separated by commas
   * @return the one
   * @throws DriverException when none takes a connection
   */
  public static HostPort check(String what, String addresses) {
    IOException last = null;
    for (String address : addresses.split(",")) {
      HostPort there = HostPort.parse(address.strip()).orElseThrow();
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(there.host(), there.port()), CONNECT_MILLIS);
        return there;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new DriverException(
        ("%s at %s accepts no connection: %s; is it running? './perf stack status'"
                + " shows the local one")
            .formatted(what, addresses, last),
        last);
  }
}
