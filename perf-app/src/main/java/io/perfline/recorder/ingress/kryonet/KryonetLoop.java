package io.perfline.recorder.ingress.kryonet;

import io.perfline.recorder.core.ByteBudget;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.Refusal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/** An event loop that serves the clients of some ports on one thread. */
final class KryonetLoop implements Runnable {

  private static final Logger LOG = Logger.getLogger(KryonetLoop.class.getName());

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final long TICK_NANOS = Duration.ofMillis(250).toNanos();
  private static final long SHORT_WAIT_MILLIS = 10;

  /** The number of connections that the operating system queues until they are accepted. */
  private static final int BACKLOG = 256;

  private static final long WAIT_MILLIS = 250;

  private final Selector selector = Selector.open();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final Set<ClientConnection> connections = new LinkedHashSet<>();

  /** The ports that accept no client until the next tick, because accepting one has failed. */
  private final List<SelectionKey> notAccepting = new ArrayList<>();

  private final ConcurrentLinkedQueue<ClientConnection> withReplies = new ConcurrentLinkedQueue<>();
  private final List<ServerSocketChannel> servers = new ArrayList<>();
  private final Recorder.Intake intake;
  private final KryoCodec codec;
  private final ByteBudget frameBudget;
  private final AtomicInteger connectionsLeft;
  private final Thread thread;

  private volatile long closingDeadline;
  private long lastTick = System.nanoTime();
  private int nextId = 1;
  private boolean someLackRoom;

  /**
   * Creates a loop; {@link #start} starts its thread.
   *
   * @param connectionsLeft the number of connections that may still be opened; shared by all loops
   */
  KryonetLoop(
      String name,
      Recorder.Intake intake,
      KryoCodec codec,
      ByteBudget frameBudget,
      AtomicInteger connectionsLeft)
      throws IOException {
    this.intake = intake;
    this.codec = codec;
    this.frameBudget = frameBudget;
    this.connectionsLeft = connectionsLeft;
    this.thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  /** Opens a port. This method is called before the loop starts. */
  void bind(InetSocketAddress address) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    servers.add(server);
    server.bind(address, BACKLOG);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
  }

  void start() {
    thread.start();
  }

  boolean isThisThread() {
    return Thread.currentThread() == thread;
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  /** Called when another thread has added replies to a connection. */
  void hasReplies(ClientConnection connection) {
    withReplies.add(connection);
    selector.wakeup();
  }

  /** Sends waiting replies, closes all connections, and waits until the thread has ended. */
  void close(Duration limit) throws InterruptedException {
    closingDeadline = System.nanoTime() + limit.toNanos();
    selector.wakeup();
    if (thread.isAlive()) {
      thread.join(limit.toMillis() + 2000);
    } else {
      closeAll();
    }
  }

  @Override
  public void run() {
    try {
      while (!closed()) {
        selector.select(someLackRoom || closingDeadline != 0 ? SHORT_WAIT_MILLIS : WAIT_MILLIS);
        sendReplies();
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.attachment() instanceof ClientConnection connection) {
            serve(connection, () -> handle(connection, key));
          } else {
            accept(key);
          }
        }
        selector.selectedKeys().clear();
        tick();
      }
    } catch (IOException e) {
      LOG.log(Level.SEVERE, "the Kryonet ports can't be served any longer", e);
    } finally {
      closeAll();
    }
  }

  private void handle(ClientConnection connection, SelectionKey key) throws IOException {
    if (!key.isValid()) {
      return; // its connection was dropped while replies were sent
    }
    if (key.isWritable()) {
      connection.flush();
    }
    if (key.isValid() && key.isReadable() && closingDeadline == 0) {
      connection.read(buffer);
      someLackRoom |= connection.lacksRoom();
    }
  }

  private void sendReplies() {
    ClientConnection connection = withReplies.poll();
    while (connection != null) {
      if (connections.contains(connection)) {
        serve(connection, connection::sendReplies);
      }
      connection = withReplies.poll();
    }
  }

  private void tick() {
    if (someLackRoom) {
      someLackRoom = false;
      for (ClientConnection connection : List.copyOf(connections)) {
        serve(
            connection,
            () -> {
              connection.takeRoom();
              connection.flush();
            });
        someLackRoom |= connection.lacksRoom();
      }
    }
    long now = System.nanoTime();
    if (now - lastTick > TICK_NANOS) {
      lastTick = now;
      notAccepting.stream()
          .filter(SelectionKey::isValid)
          .forEach(key -> key.interestOps(SelectionKey.OP_ACCEPT));
      notAccepting.clear();
      for (ClientConnection connection : List.copyOf(connections)) {
        serve(connection, () -> connection.tick(now));
      }
    }
  }

  /** Runs a step for one connection. A failure closes only that connection. */
  private void serve(ClientConnection connection, Step step) {
    try {
      step.run();
    } catch (IOException e) {
      LOG.log(Level.FINE, "a Kryonet connection has ended", e);
      drop(connection);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      LOG.log(Level.FINE, "a Kryonet client sent data that can't be read", e);
      intake.count(Refusal.invalid(String.valueOf(e.getMessage())));
      drop(connection);
    }
  }

  private void drop(ClientConnection connection) {
    if (connections.remove(connection)) {
      connection.close();
      connectionsLeft.incrementAndGet();
    }
  }

  private void accept(SelectionKey key) {
    SocketChannel channel = null;
    try {
      channel = ((ServerSocketChannel) key.channel()).accept();
      if (channel != null) {
        open(channel);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.WARNING, "a Kryonet client could not be accepted", e);
      closeQuietly(channel);
      if (key.isValid()) { // until the next tick, because the client may still be waiting
        key.interestOps(0);
        notAccepting.add(key);
      }
    }
  }

  private void open(SocketChannel channel) throws IOException {
    if (connectionsLeft.decrementAndGet() < 0) {
      connectionsLeft.incrementAndGet();
      channel.close();
      return;
    }
    boolean added = false;
    try {
      channel.configureBlocking(false);
      channel.socket().setTcpNoDelay(true);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      ClientConnection connection =
          new ClientConnection(channel, key, this, intake, codec, frameBudget);
      key.attach(connection);
      added = connections.add(connection);
      serve(connection, () -> connection.greet(nextId++));
    } finally {
      if (!added) {
        connectionsLeft.incrementAndGet();
      }
    }
  }

  private boolean closed() {
    if (closingDeadline == 0) {
      return false;
    }
    servers.forEach(KryonetLoop::closeQuietly);
    boolean allSent = withReplies.isEmpty();
    for (ClientConnection connection : connections) {
      allSent &= connection.pending() == 0;
    }
    return allSent || System.nanoTime() - closingDeadline > 0;
  }

  private void closeAll() {
    for (ClientConnection connection : List.copyOf(connections)) {
      drop(connection);
    }
    servers.forEach(KryonetLoop::closeQuietly);
    closeQuietly(selector);
  }

  /** Closes a resource, which may be null; a failure is only logged. */
  private static void closeQuietly(AutoCloseable closeable) {
    if (closeable == null) {
      return;
    }
    try {
      closeable.close();
    } catch (Exception e) {
      LOG.log(Level.FINE, "closing failed", e);
    }
  }

  private interface Step {
    void run() throws IOException;
  }
}
