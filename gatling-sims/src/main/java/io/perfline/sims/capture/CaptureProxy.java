package io.perfline.sims.capture;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.perfline.sims.driver.http.CapturedExchange;
import io.perfline.sims.driver.http.HttpAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Forwards HTTP/1.1 requests to a service and its responses back, byte for byte, and stores both.
 * The number of connections and the length of bodies are limited.
 */
final class CaptureProxy implements AutoCloseable {

  private static final int MAX_CLIENTS = 256;
  private static final int THREADS = 4;
  private static final Duration ANSWER = Duration.ofMinutes(2);

  private final ExchangeRecord record;
  private final CaptureFile file;
  private final HttpAddress service;
  private final EventLoopGroup threads =
      new NioEventLoopGroup(THREADS, new DefaultThreadFactory("perfline-capture", true));
  private final Channel listener;
  private final Duration within;
  private final long begin = System.nanoTime();
  private final AtomicInteger clients = new AtomicInteger();
  private final AtomicLong connections = new AtomicLong();
  private final AtomicLong unanswered = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<String> firstRefusal = new AtomicReference<>();
  private final AtomicReference<IOException> failure = new AtomicReference<>();

  /**
   * Starts listening.
   *
   * @param target the address of the service
   * @param allBodies whether to store even bodies of types in which secrets cannot be masked
   * @throws IOException if the address is in use
   */
  CaptureProxy(
      InetSocketAddress listen, URI target, SecretMask mask, boolean allBodies, CaptureFile file)
      throws IOException {
    this(listen, target, mask, allBodies, file, ANSWER);
  }

  /**
   * @param within the time within which a response must be complete
   */
  CaptureProxy(
      InetSocketAddress listen,
      URI target,
      SecretMask mask,
      boolean allBodies,
      CaptureFile file,
      Duration within)
      throws IOException {
    this.file = file;
    this.within = within;
    record = new ExchangeRecord(mask, allBodies);
    service = HttpAddress.of(target);
    ServerBootstrap server =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel client) {
                    accept(client);
                  }
                });
    try {
      listener = server.bind(listen).sync().channel();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the proxy was started", e);
    } catch (Exception e) { // Netty throws what bind threw, without declaring it.
      var unused = threads.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      throw e instanceof IOException io ? io : new IOException(e);
    }
  }

  private void accept(Channel client) {
    if (clients.incrementAndGet() >= MAX_CLIENTS) {
      listener.config().setAutoRead(false);
    }
    client
        .closeFuture()
        .addListener(
            closed -> {
              clients.decrementAndGet();
              listener.config().setAutoRead(true);
            });
    ProxyConnection.begin(client, this, connections.getAndIncrement());
  }

  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  HttpAddress service() {
    return service;
  }

  Duration within() {
    return within;
  }

  /** Returns the reason why exchanges can no longer be stored; null if they can. */
  IOException failure() {
    return failure.get();
  }

  /** Returns the number of requests without a complete response, which are not stored. */
  long unanswered() {
    return unanswered.get();
  }

  /** Returns the number of requests that the proxy itself refused, which are not stored. */
  long refused() {
    return refused.get();
  }

  /** Returns the first request that the proxy refused, and why; null if there is none. */
  String firstRefusal() {
    return firstRefusal.get();
  }

  /** Returns the number of requests that were stored without their bodies. */
  long bodiesLeftOut() {
    return record.bodiesLeftOut();
  }

  /** Counts a request that the proxy refuses. */
  void refuse(String request, String why) {
    refused.incrementAndGet();
    firstRefusal.compareAndSet(null, "%s (%s)".formatted(record.shown(request), why));
  }

  /** Begins an exchange. */
  Started start() {
    synchronized (file) {
      return new Started(file.begin(), micros());
    }
  }

  /**
   * An exchange that has begun.
   *
   * @param number its number in the file
   * @param atMicros when it began, in microseconds after the start of the recording
   */
  record Started(long number, long atMicros) {}

  private long micros() {
    return (System.nanoTime() - begin) / 1000;
  }

  /** Stores an exchange that was answered completely. */
  void end(
      Started started,
      long connection,
      String target,
      FullHttpRequest request,
      FullHttpResponse answer) {
    try {
      CapturedExchange exchange =
          record.of(
              connection,
              started.atMicros(),
              micros() - started.atMicros(),
              target,
              request,
              answer);
      file.end(started.number(), exchange);
    } catch (IOException e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Leaves out an exchange without a complete response. */
  void leaveOut(Started started, boolean isRefused) {
    if (!isRefused) {
      unanswered.incrementAndGet();
    }
    try {
      file.leaveOut(started.number());
    } catch (IOException e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Stops listening, and aborts the requests that are being forwarded. */
  @Override
  public void close() {
    if (threads.isShuttingDown()) {
      return;
    }
    listener.close().syncUninterruptibly();
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
  }
}
