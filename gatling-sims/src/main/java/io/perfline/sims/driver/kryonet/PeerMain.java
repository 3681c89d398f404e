package io.perfline.sims.driver.kryonet;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.KryoSerialization;
import com.esotericsoftware.kryonet.Listener;
import com.esotericsoftware.kryonet.Server;
import com.esotericsoftware.minlog.Log;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.message.Stored;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * The bare peer, a process of its own: Kryonet's server, which acknowledges every message at once
 * and keeps none. Says its ports on standard output, and ends with its standard input.
 */
public final class PeerMain {

  private static final int TRIES = 20;

  private PeerMain() {}

  /**
   * @param args number of ports on loopback, bytes of a connection's write buffer, bytes of its
   *     object buffer
   */
  public static void main(String[] args) throws IOException {
    Log.NONE(); // it would write to standard output
    int ports = Integer.parseInt(args[0]);
    List<Server> servers = new ArrayList<>();
    StringBuilder said = new StringBuilder("ports");
    for (int i = 0; i < ports; i++) {
      Server server = server(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      said.append(' ').append(bind(server));
      server.start();
      servers.add(server);
    }
    System.out.println(said);
    while (System.in.read() >= 0) {
      // Whoever started this process says nothing; the end of the stream is the end.
    }
    servers.forEach(Server::stop);
  }

  private static Server server(int writeBuffer, int objectBuffer) {
    Server server = new Server(writeBuffer, objectBuffer, new KryoSerialization(Elements.kryo()));
    server.addListener(
        new Listener() {
          @Override
          public void received(Connection connection, Object object) {
            if (object instanceof Recording recording) {
              connection.sendTCP(new Stored(recording.id()));
            } else if (object instanceof Elements message) {
              connection.sendTCP(new Stored(message.id()));
            }
          }
        });
    return server;
  }

  /** Kryonet can't say which port it got, so a free one is found first; somebody may be faster. */
  private static int bind(Server server) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    IOException last = null;
    for (int i = 0; i < TRIES; i++) {
      int port;
      try (ServerSocket free = new ServerSocket(0, 1, loopback)) {
        port = free.getLocalPort();
      }
      try {
        server.bind(new InetSocketAddress(loopback, port), null);
        return port;
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw new IOException("no free port in " + TRIES + " tries", last);
  }
}
