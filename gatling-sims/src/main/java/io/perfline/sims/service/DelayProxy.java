package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.sims.slowed.Delay;
import io.perfline.sims.slowed.RecentTimes;
import io.perfline.sims.slowed.SlowedCost;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Forwards the bytes of TCP connections, and can delay requests. The first bytes from a client
 * after a response count as a new request, so a connection may have only one request in flight, as
 * in HTTP/1.1 without pipelining.
 */
final class DelayProxy implements AutoCloseable {

  private static final int BUFFER = 64 * 1024;
  private static final int BACKLOG = 1024;

  /** The number of requests after which the delay is calculated again from recent durations. */
  private static final int EVERY = 32;

  private final ServerSocket server;
  private final InetSocketAddress target;
  private final ProxyWait wait;
  private final boolean slow;
  private final RecentTimes times = new RecentTimes();
  private final Delay delay = new Delay();
  private final AtomicLong count = new AtomicLong();
  private final LongAdder added = new LongAdder();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile long amount;

  /**
   * @param port its port on 127.0.0.1
   * @throws Fault exit code 3 if it cannot listen on the port
   */
  DelayProxy(int port, InetSocketAddress target, ProxyWait wait, boolean slow) {
    this.target = target;
    this.wait = wait;
    this.slow = slow && wait.cost() != null;
    try {
      server = new ServerSocket();
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot start the proxy in front of %s on port %d: %s".formatted(target, port, e), e);
    }
    start(this::accept);
  }

  /** Returns the number of forwarded requests. */
  long requests() {
    return count.get();
  }

  /** Returns the sum of all delays, in nanoseconds. */
  long addedNanos() {
    return added.sum();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "perfline-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        open.add(client);
        start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket service = new Socket()) {
      open.add(service);
      service.connect(target);
      service.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
      Connection connection = new Connection();
      start(() -> pass(service, client, connection::answered));
      pass(client, service, connection::sent);
    } catch (IOException ended) {
      // The other side sees a closed connection, as it would without the proxy.
    } finally {
      open.remove(client);
    }
  }

  private void pass(Socket from, Socket to, Runnable before) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        before.run();
        out.write(buffer, 0, read);
      }
    } catch (IOException ended) {
      // Both connections are closed.
    } finally {
      open.remove(from);
    }
  }

  private void await() {
    long number = count.incrementAndGet();
    if (!slow) {
      return;
    }
    if (number % EVERY == 0) {
      amount = times.summary().added(wait.cost(), wait.share(), 0);
    }
    if (wait.cost() == SlowedCost.WAITING || number % SlowedCost.FEW == 0) {
      added.add(amount);
      delay.pause(amount);
    }
  }

  /** The two connections of a client's requests, which follow one another. */
  private final class Connection {

    private long started;

    synchronized void sent() {
      if (started == 0) {
        await();
        started = System.nanoTime();
      }
    }

    synchronized void answered() {
      if (started != 0) {
        times.add(System.nanoTime() - started);
        started = 0;
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot end the proxy in front of %s: %s".formatted(target, e), e);
    }
  }
}
