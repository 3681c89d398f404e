package io.perfline.recorder.ingress.kryonet;

import io.perfline.recorder.core.ByteBudget;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.RecorderSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The Kryonet ingress, with all its ports, which at most two threads serve. */
public final class KryonetServer {

  private static final int MAX_LOOPS = 2;

  private final List<KryonetLoop> loops = new ArrayList<>();
  private final List<Integer> ports;

  private KryonetServer(List<Integer> ports) {
    this.ports = ports;
  }

  /**
   * Opens the ports and starts to serve them.
   *
   * @throws IOException if a port cannot be opened; all others have been closed then
   */
  public static KryonetServer open(RecorderSettings settings, Recorder.Intake intake)
      throws IOException {
    RecorderSettings.Kryonet kryonet = settings.kryonet();
    KryonetServer server = new KryonetServer(kryonet.ports());
    AtomicInteger connectionsLeft = new AtomicInteger(kryonet.connections());
    ByteBudget frameBudget = new ByteBudget(settings.limits().queueBytes() / 2);
    try {
      for (int i = 0; i < Math.min(MAX_LOOPS, kryonet.ports().size()); i++) {
        KryoCodec codec = new KryoCodec(settings.limits().messageBytes());
        server.loops.add(
            new KryonetLoop("recorder-kryonet-" + i, intake, codec, frameBudget, connectionsLeft));
      }
      for (int i = 0; i < kryonet.ports().size(); i++) {
        server.bind(i, new InetSocketAddress(kryonet.address(), kryonet.ports().get(i)));
      }
    } catch (IOException e) {
      server.close(Duration.ZERO);
      throw e;
    }
    server.loops.forEach(KryonetLoop::start);
    return server;
  }

  private void bind(int index, InetSocketAddress address) throws IOException {
    try {
      loops.get(index % loops.size()).bind(address);
    } catch (IOException | RuntimeException e) {
      throw new IOException("Kryonet port " + address + " can't be opened: " + e.getMessage(), e);
    }
  }

  /** Returns the reason why the ingress does not work; empty while it works. */
  public String fault() {
    return loops.stream().allMatch(KryonetLoop::isAlive)
        ? ""
        : "the thread that serves ports " + ports + " has ended; see the log";
  }

  /** Sends waiting replies, closes every connection and ends the threads. */
  public void close(Duration limit) {
    boolean interrupted = false;
    for (KryonetLoop loop : loops) {
      try {
        loop.close(limit);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
