package io.perfline.sims.driver.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import io.perfline.sims.driver.http.HttpAddress;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * An HTTP/2 connection. Netty's codecs run in a channel without a socket, and the multiplexer reads
 * and writes the socket. The multiplexer's monitor guards the connection.
 */
final class Http2Channel {

  private static final String ALPN = "h2";

  /**
   * The allocator of frames. They are copied before they are sent, and short arrays cost less than
   * pooled buffers.
   */
  private static final ByteBufAllocator FRAMES = new UnpooledByteBufAllocator(false);

  private static final int READ = 32 * 1024;

  /** The maximum number of consecutive reads, because other connections have responses too. */
  private static final int MAX_READS = 8;

  private final Http2Multiplexer multiplexer;
  private final HttpAddress address;
  private final SocketChannel socket;
  private final SelectionKey key;
  private final Codec codec = new Codec();
  private final ByteBuf unsent;
  private final Http2Streams streams = new Http2Streams(this);
  private boolean isReading;
  private boolean mustFlush;
  private IOException failure;

  /** Starts opening a connection. */
  Http2Channel(Http2Multiplexer multiplexer, HttpAddress address) throws IOException {
    this.multiplexer = multiplexer;
    this.address = address;
    key = multiplexer.open(this::ready);
    socket = (SocketChannel) key.channel();
    unsent = codec.alloc().directBuffer();
    if (socket.isConnected()) {
      begin();
    }
  }

  /** Returns whether the server has sent its settings, so that requests can be sent. */
  boolean isReady() {
    return streams.isReady() && failure == null;
  }

  /** Returns whether the connection accepts further requests, or will do so when it is ready. */
  boolean accepts() {
    return failure == null && !streams.isGoingAway();
  }

  /** Returns the reason why the connection is closed; null if it is not closed. */
  IOException failure() {
    return failure;
  }

  /** Makes sure that {@link StreamConnection#connected} is called when the connection is ready. */
  void awaitReady(StreamConnection stream) {
    streams.awaitReady(stream);
  }

  /** Called when the socket can be used without blocking. */
  void ready() {
    try {
      if (key.isConnectable()) {
        socket.finishConnect();
        begin();
        return;
      }
      if (key.isWritable()) {
        flush();
      }
    } catch (IOException e) {
      lose(e);
    }
    read();
  }

  private void begin() {
    key.interestOps(SelectionKey.OP_READ);
    if (address.tls()) {
      SSLEngine engine = address.tlsEngine(ALPN);
      SslHandler tls = new SslHandler(engine);
      tls.setHandshakeTimeoutMillis(0);
      codec.pipeline().addLast(tls);
      tls.handshakeFuture()
          .addListener(
              handshake -> {
                if (!handshake.isSuccess()) {
                  Throwable cause = handshake.cause();
                  lose(cause instanceof IOException io ? io : new SSLException(cause));
                } else if (ALPN.equals(engine.getApplicationProtocol())) {
                  streams.begin(codec.pipeline());
                } else {
                  lose(new ProtocolException("the server did not choose h2 (ALPN)"));
                }
              });
    } else {
      streams.begin(codec.pipeline());
    }
    flush();
  }

  /**
   * Sends a request.
   *
   * @return the number of the request's stream
   */
  int send(StreamConnection sender, Http2Request request) throws IOException {
    if (!isReady()) {
      throw failure == null ? new IOException("the connection is not ready") : failure;
    }
    int stream = streams.send(sender, request);
    if (!isReading && !mustFlush) {
      mustFlush = true;
      multiplexer.hasUnsent(this);
    }
    return stream;
  }

  /**
   * Cancels a request.
   *
   * @param stream the number of its stream; 0 if it waits for the connection
   */
  void cancel(StreamConnection sender, int stream) {
    if (failure == null) {
      streams.cancel(sender, stream);
    }
    if (!streams.isReady() && !streams.isAwaited()) {
      close();
    }
  }

  void flushUnlessReading() {
    if (!isReading) {
      flush();
    }
  }

  void read() {
    if (failure != null || !socket.isConnected()) {
      return;
    }
    isReading = true;
    try {
      boolean more = true;
      for (int i = 0; i < MAX_READS && more && failure == null; i++) {
        ByteBuf in = codec.alloc().heapBuffer(READ, READ);
        int count;
        try {
          count = in.writeBytes(socket, READ);
        } catch (IOException e) {
          in.release();
          throw e;
        }
        if (count <= 0) {
          in.release();
          if (count < 0) {
            throw new EOFException("the server has closed the connection");
          }
          break;
        }
        more = count == READ;
        codec.pipeline().fireChannelRead(in);
      }
      codec.pipeline().fireChannelReadComplete();
      codec.runPendingTasks();
      codec.checkException();
      if (failure == null && !codec.isOpen()) {
        throw new ProtocolException("the server does not follow HTTP/2");
      }
    } catch (IOException e) {
      lose(e);
    } catch (RuntimeException e) {
      lose(new ProtocolException(String.valueOf(e.getMessage())));
    } finally {
      isReading = false;
      if (failure != null) {
        codec.end();
      }
    }
    flush();
    closeIfDone();
  }

  /** Sends all frames that the socket accepts. */
  void flush() {
    mustFlush = false;
    if (failure != null) {
      return;
    }
    try {
      streams.flush();
      boolean accepts = true;
      while (accepts && unsent.isReadable()) {
        accepts = unsent.readBytes(socket, unsent.readableBytes()) > 0;
      }
      int interest = SelectionKey.OP_READ;
      if (unsent.isReadable()) {
        unsent.discardSomeReadBytes();
        interest |= SelectionKey.OP_WRITE;
      } else {
        unsent.clear();
      }
      if (key.interestOps() != interest) {
        key.interestOps(interest);
        multiplexer.changed();
      }
    } catch (IOException e) {
      lose(e);
    }
  }

  private void closeIfDone() {
    if (streams.isGoingAway() && streams.isEmpty()) {
      close();
    }
  }

  /** Closes the connection, and abandons the requests in flight. */
  void close() {
    streams.takeAll();
    if (failure == null) {
      codec.end();
      flush();
      lose(new IOException("the connection is closed"));
    }
  }

  /** Fails all requests of a connection that can no longer be used. */
  void lose(IOException cause) {
    if (failure != null) {
      return;
    }
    failure = cause;
    String kind = streams.kindOf(cause);
    List<StreamConnection> left = streams.takeAll();
    release();
    left.forEach(stream -> stream.failed(kind));
  }

  private void release() {
    key.cancel();
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close a connection", e);
    } finally {
      unsent.release();
      if (!isReading) { // otherwise the codecs are active in a caller
        codec.end();
      }
    }
  }

  /** The pipeline of the codecs; the bytes that they send are collected. */
  private final class Codec extends EmbeddedChannel {

    Codec() {
      config().setAllocator(FRAMES);
    }

    @Override
    protected void handleOutboundMessage(Object message) {
      ByteBuf bytes = (ByteBuf) message;
      if (failure == null) {
        unsent.writeBytes(bytes);
      }
      bytes.release();
    }

    void end() {
      var unused = close();
    }
  }
}
