package io.perfline.sims.driver;

import io.perfline.core.environment.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Checks whether a server accepts connections, and fails at once where a client would keep trying.
 */
public final class Reachable {

  private static final int CONNECT_MILLIS = 3_000;

  private Reachable() {}

  /**
   * Connects to one of several addresses, and closes the connection.
   *
   * @param what the server's name
   * @param addresses the addresses in the form {@code host:port}, separated by commas
   * @return the address that accepted the connection
   * @throws DriverException if none accepts a connection
   */
  public static HostPort check(String what, String addresses) {
    IOException last = null;
    for (String address : addresses.split(",")) {
      HostPort hostPort = HostPort.parse(address.strip()).orElseThrow();
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(hostPort.host(), hostPort.port()), CONNECT_MILLIS);
        return hostPort;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new DriverException(
        ("%s at %s accepts no connection: %s; is it running? 'perfline stack status'"
                + " shows the local one")
            .formatted(what, addresses, last),
        last);
  }
}
