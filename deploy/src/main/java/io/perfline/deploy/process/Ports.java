package io.perfline.deploy.process;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.HostPort;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Free ports on the loopback addresses. They are below the range of ephemeral ports, so that no
 * outgoing connection takes the port of a server that is being restarted.
 */
public final class Ports {

  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 29_999;
  private static final int POLLS = 200;
  private static final long POLL_MILLIS = 10;
  private static final Random RANDOM = new SecureRandom();
  private static final Set<Integer> GIVEN = new HashSet<>();

  private Ports() {}

  /** Returns a free port that no other call in this process has returned. */
  public static synchronized int free() {
    for (int attempt = 0; attempt < 1_000; attempt++) {
      int port = LOWEST + RANDOM.nextInt(HIGHEST - LOWEST + 1);
      // A second node listens on the same port of 127.0.0.2.
      if (isFree("127.0.0.1", port) && isFree("127.0.0.2", port) && GIVEN.add(port)) {
        return port;
      }
    }
    throw Fault.noVerdict("no free port between %d and %d on 127.0.0.1".formatted(LOWEST, HIGHEST));
  }

  public static int orFree(int port) {
    return port == 0 ? free() : port;
  }

  /** Returns {@code port} if it is free and was not returned before, otherwise a free port. */
  public static synchronized int unlessTaken(int port) {
    return isFree("127.0.0.1", port) && GIVEN.add(port) ? port : free();
  }

  /** Returns whether a server can listen on {@code address} now. */
  static boolean isFree(HostPort address) {
    return isFree(address.host(), address.port());
  }

  /**
   * Waits up to two seconds until a server can listen on {@code address} and returns whether it
   * can. A process that appears to have ended keeps its sockets until its last thread ends.
   */
  public static boolean isFreeSoon(HostPort address) throws InterruptedException {
    boolean free = isFree(address);
    for (int i = 0; i < POLLS && !free; i++) {
      Thread.sleep(POLL_MILLIS);
      free = isFree(address);
    }
    return free;
  }

  /**
   * Returns whether a loopback address is set up. If only 127.0.0.1 is, no process can use a port
   * on another one.
   */
  private static boolean isSetUp(String host) {
    return isFree(host, 0);
  }

  private static boolean isFree(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port), 1);
      return true;
    } catch (BindException taken) {
      return port != 0 && !host.equals("127.0.0.1") && !isSetUp(host);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot look for a free port on " + host, e);
    }
  }
}
