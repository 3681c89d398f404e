package io.perfline.sims.driver.kryonet;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.KryoSerialization;
import com.esotericsoftware.kryonet.Listener;
import com.esotericsoftware.kryonet.Server;
import com.esotericsoftware.minlog.Log;
import io.perfline.core.environment.HostPort;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.message.Stored;
import io.perfline.sims.driver.DriverException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The bare peer: a Kryonet server in a process of its own, which acknowledges every message at once
 * and stores none. It prints its ports to standard output, and ends when its standard input is
 * closed.
 */
public final class Peer implements AutoCloseable {

  private static final int GRACE_SECONDS = 5;
  private static final int TRIES = 20;
  private static final String PORTS = "ports";

  private final Process process;
  private final List<HostPort> ports = new ArrayList<>();

  private Peer(Process process) {
    this.process = process;
  }

  /**
   * Starts a peer, and waits until it listens.
   *
   * @param writeBuffer the size of a connection's write buffer in bytes
   * @param objectBuffer the size of a connection's object buffer in bytes
   */
  public static Peer start(int ports, int writeBuffer, int objectBuffer) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            Peer.class.getName(),
            Integer.toString(ports),
            Integer.toString(writeBuffer),
            Integer.toString(objectBuffer));
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      Peer peer = new Peer(builder.start());
      peer.readPorts();
      return peer;
    } catch (IOException e) {
      throw new DriverException("the bare Kryonet peer could not be started: " + e, e);
    }
  }

  private void readPorts() throws IOException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = output.readLine();
    if (line == null || !line.startsWith(PORTS + " ")) {
      close();
      throw new IOException("it ended before it listened and printed " + line);
    }
    for (String port : line.substring(PORTS.length() + 1).split(" ")) {
      ports.add(new HostPort("127.0.0.1", Integer.parseInt(port)));
    }
  }

  /** Returns the addresses at which the peer listens. */
  public List<HostPort> ports() {
    return List.copyOf(ports);
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs the peer in its own process.
   *
   * @param args the number of ports on the loopback interface, and the bytes of the write buffer
   *     and of the object buffer per connection
   */
  public static void main(String[] args) throws IOException {
    Log.NONE(); // Kryonet would write to standard output, which contains the ports
    List<Server> servers = new ArrayList<>();
    StringBuilder listening = new StringBuilder(PORTS);
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      Server server = server(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      listening.append(' ').append(bind(server));
      server.start();
      servers.add(server);
    }
    System.out.println(listening);
    while (System.in.read() >= 0) {
      // The parent process never writes; the end of the stream means that it has ended.
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

  /**
   * Binds a free port. Kryonet cannot report a port that it chose itself, so the port is chosen
   * first, and another process might take it in between.
   */
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
