package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import io.perfline.deploy.process.Ports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A single etcd or a member of a cluster of three. */
public final class EtcdServer extends Server<EtcdPart> {

  private EtcdServer(EtcdPart part) {
    super(part);
  }

  /**
   * Starts a single etcd on a free port and waits until it answers.
   *
   * @param home root of the checkout
   * @param directory the folder of etcd's data and log; created if it is missing
   * @throws Fault with the end of etcd's log if it does not start, or with the ways to get etcd if
   *     it is not installed
   */
  public static EtcdServer start(Path home, Path directory) {
    return new EtcdServer(
        EtcdPart.alone(home, Server.directory(directory), Ports.free(), Ports.free()));
  }

  /**
   * Starts a cluster of three members, on 127.0.0.1 to 127.0.0.3, and waits until all answer.
   *
   * @param directory the folder in which each member gets a folder for its data and log
   * @throws Fault as in {@link #start}; all members have been stopped then
   */
  public static List<EtcdServer> startThree(Path home, Path directory) {
    int port = Ports.free();
    int peerPort = Ports.free();
    List<Callable<EtcdServer>> starts = new ArrayList<>();
    for (int member = 1; member <= 3; member++) {
      Path own = Server.directory(directory.resolve("etcd-" + member));
      EtcdPart part = EtcdPart.ofThree(home, own, member, port, peerPort);
      starts.add(() -> new EtcdServer(part));
    }
    // A member answers only after a majority of them has started.
    ExecutorService threads = Executors.newFixedThreadPool(starts.size());
    List<EtcdServer> started = new ArrayList<>();
    try {
      Fault fault = null;
      for (Future<EtcdServer> start : threads.invokeAll(starts)) {
        try {
          started.add(start.get());
        } catch (ExecutionException e) {
          fault =
              e.getCause() instanceof Fault reason ? reason : Fault.noVerdict("etcd", e.getCause());
        }
      }
      if (fault != null) {
        started.forEach(EtcdServer::close);
        throw fault;
      }
      return List.copyOf(started);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.noVerdict("interrupted while starting etcd", e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Starts a killed etcd again with its address and data. */
  public EtcdServer again() {
    return new EtcdServer(part());
  }
}
