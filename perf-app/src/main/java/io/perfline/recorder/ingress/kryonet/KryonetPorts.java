package io.perfline.recorder.ingress.kryonet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The ports that a loop listens on. */
final class KryonetPorts {

  private static final Logger LOG = Logger.getLogger(KryonetPorts.class.getName());

  /** Clients whose connection the system holds until they are accepted. */
  private static final int BACKLOG = 256;

  private final List<ServerSocketChannel> servers = new ArrayList<>();

  /** Opens a port, whose clients this selector tells of. */
  void bind(InetSocketAddress address, Selector selector) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    servers.add(server);
    server.bind(address, BACKLOG);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Closes them all; once is enough. */
  void close() {
    servers.forEach(KryonetPorts::closeQuietly);
  }

  /** Closes what is not needed any longer, or null; that it fails changes nothing. */
  static void closeQuietly(AutoCloseable closeable) {
    if (closeable == null) {
      return;
    }
    try {
      closeable.close();
    } catch (Exception e) {
      LOG.log(Level.FINE, "closing failed", e);
    }
  }
}
