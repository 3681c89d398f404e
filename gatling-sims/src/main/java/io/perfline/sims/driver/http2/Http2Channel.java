package io.perfline.sims.driver.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.perfline.sims.driver.http.ErrorKind;
import io.perfline.sims.driver.http.HttpAddress;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * One connection that speaks HTTP/2. Netty's codecs are in a channel without a socket, and the
 * multiplexer reads and writes the socket. The multiplexer's monitor guards it.
 */
final class Http2Channel {

  private static final String ALPN = "h2";

  /** Flow control must not slow down answers: what is received is used at once. */
  private static final int STREAM_WINDOW = 1 << 20;

  private static final int CONNECTION_WINDOW = 16 << 20;

  /** Frames are copied before they are sent, and short arrays cost less than pooled buffers. */
  private static final ByteBufAllocator FRAMES = new UnpooledByteBufAllocator(false);

  private static final int LONGEST_HEADERS = 16 * 1024;
  private static final int READ = 32 * 1024;

  /** The most reads in a row, because other connections have answers too. */
  private static final int MOST_READS = 8;

  private final Http2Multiplexer multiplexer;
  private final HttpAddress address;
  private final SocketChannel socket;
  private final SelectionKey key;
  private final Codec codec = new Codec();
  private final ByteBuf unsent;
  private final IntObjectMap<StreamConnection> streams = new IntObjectHashMap<>();
  private final List<StreamConnection> waiting = new ArrayList<>();
  private Http2ConnectionHandler frames;
  private ChannelHandlerContext context;
  private boolean isReady;
  private boolean isGoingAway;
  private boolean isReading;

  /** The error with which the server gave up the connection; null for none. */
  private String givenUp;

  private boolean mustFlush;
  private IOException failure;

  /** Begins to open a connection. */
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
    return isReady && failure == null;
  }

  /** Returns whether the connection carries further requests, or will do so when it is ready. */
  boolean accepts() {
    return failure == null && !isGoingAway;
  }

  /** Returns why the connection is closed; null while it is not. */
  IOException failure() {
    return failure;
  }

  /** Calls {@link StreamConnection#connected} when the connection is ready. */
  void awaitReady(StreamConnection stream) {
    waiting.add(stream);
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
                  addFrames();
                } else {
                  lose(new ProtocolException("the server did not choose h2 (ALPN)"));
                }
              });
    } else {
      addFrames();
    }
    flush();
  }

  private void addFrames() {
    Frames listener = new Frames();
    frames =
        new Http2ConnectionHandlerBuilder()
            .server(false)
            .frameListener(listener)
            .validateHeaders(false)
            .encoderEnforceMaxConcurrentStreams(true)
            .gracefulShutdownTimeoutMillis(0)
            .initialSettings(
                Http2Settings.defaultSettings()
                    .pushEnabled(false)
                    .initialWindowSize(STREAM_WINDOW)
                    .maxHeaderListSize(LONGEST_HEADERS))
            .build();
    frames.connection().addListener(listener);
    codec.pipeline().addLast(frames);
    context = codec.pipeline().context(frames);
    try {
      frames
          .connection()
          .local()
          .flowController()
          .incrementWindowSize(
              frames.connection().connectionStream(), CONNECTION_WINDOW - STREAM_WINDOW);
    } catch (Http2Exception e) {
      lose(new ProtocolException(e.getMessage()));
    }
    context.flush();
  }

  /**
   * Sends a request.
   *
   * @return the number of its stream
   */
  int send(StreamConnection sender, Http2Request request) throws IOException {
    if (!isReady()) {
      throw failure == null ? new IOException("the connection is not ready") : failure;
    }
    int stream = frames.connection().local().incrementAndGetNextStreamId();
    if (stream < 0) {
      isGoingAway = true;
      throw new IOException("the connection has no more streams");
    }
    streams.put(stream, sender);
    boolean hasBody = request.hasBody();
    ChannelFuture head =
        frames
            .encoder()
            .writeHeaders(context, stream, request.headers(), 0, !hasBody, context.newPromise());
    if (hasBody) {
      // It fails with the head, or its stream is reset.
      var unused =
          frames
              .encoder()
              .writeData(context, stream, request.body(), 0, true, context.newPromise());
    }
    if (head.isDone() && !head.isSuccess()) {
      streams.remove(stream);
      throw new IOException("cannot send a request", head.cause());
    }
    if (!isReading && !mustFlush) {
      mustFlush = true;
      multiplexer.hasUnsent(this);
    }
    return stream;
  }

  /**
   * Cancels a request.
   *
   * @param stream its number; 0 if it waits for the connection
   */
  void cancel(StreamConnection sender, int stream) {
    waiting.remove(sender);
    if (stream != 0 && streams.remove(stream) != null && failure == null) {
      reset(stream);
    }
    if (!isReady && waiting.isEmpty()) {
      close();
    }
  }

  private void reset(int stream) {
    var unused =
        frames.resetStream(context, stream, Http2Error.CANCEL.code(), context.newPromise());
    context.flush();
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
      for (int i = 0; i < MOST_READS && more && failure == null; i++) {
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

  /** Sends all frames as far as the socket accepts them. */
  void flush() {
    mustFlush = false;
    if (failure != null) {
      return;
    }
    try {
      if (frames != null) {
        frames.flush(context); // bodies too, as far as the server's windows allow
      }
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
    if (isGoingAway && streams.isEmpty()) {
      close();
    }
  }

  /** Closes the connection, and abandons requests in flight. */
  void close() {
    streams.clear();
    waiting.clear();
    if (failure == null) {
      codec.end();
      flush();
      lose(new IOException("the connection is closed"));
    }
  }

  /** Fails all requests of a connection that cannot be used any more. */
  private void lose(IOException cause) {
    if (failure != null) {
      return;
    }
    failure = cause;
    String kind = givenUp == null ? ErrorKind.of(cause) : givenUp;
    List<StreamConnection> left = new ArrayList<>(waiting);
    left.addAll(streams.values());
    waiting.clear();
    streams.clear();
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
      if (!isReading) { // else the codecs are at work further up the stack
        codec.end();
      }
    }
  }

  /** The pipeline of the codecs; what they send is collected. */
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

  /** Passes frames to the streams that they belong to. */
  private final class Frames extends Http2EventAdapter {

    private byte[] copied = new byte[0];

    @Override
    public void onSettingsRead(ChannelHandlerContext from, Http2Settings settings) {
      if (!isReady) {
        isReady = true;
        List<StreamConnection> first = List.copyOf(waiting);
        waiting.clear();
        first.forEach(StreamConnection::connected);
      }
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext from,
        int stream,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean isEnd) {
      onHeadersRead(from, stream, headers, padding, isEnd);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext from, int stream, Http2Headers headers, int padding, boolean isEnd) {
      StreamConnection receiver = streams.get(stream);
      if (receiver != null) {
        receiver.headers(headers);
        if (isEnd) {
          complete(receiver, stream);
        }
      }
    }

    @Override
    public int onDataRead(
        ChannelHandlerContext from, int stream, ByteBuf data, int padding, boolean isEnd) {
      int length = data.readableBytes();
      StreamConnection receiver = streams.get(stream);
      if (receiver != null) {
        if (data.hasArray()) {
          receiver.body(data.array(), data.arrayOffset() + data.readerIndex(), length);
        } else {
          copied = copied.length < length ? new byte[length] : copied;
          data.getBytes(data.readerIndex(), copied, 0, length);
          receiver.body(copied, 0, length);
        }
        if (isEnd) {
          complete(receiver, stream);
        }
      }
      return length + padding;
    }

    private void complete(StreamConnection receiver, int number) {
      streams.remove(number);
      Http2Stream stream = frames.connection().stream(number);
      if (stream != null && stream.state().localSideOpen()) {
        reset(number); // the request was answered before it was sent completely
      }
      receiver.complete();
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext from, int stream, long error) {
      fail(stream, "stream reset (%s)".formatted(name(error)));
    }

    /** Called for each stream, also for one that the codec has reset because of its frames. */
    @Override
    public void onStreamClosed(Http2Stream stream) {
      fail(stream.id(), ErrorKind.MALFORMED);
    }

    private void fail(int number, String kind) {
      StreamConnection receiver = streams.remove(number);
      if (receiver != null) {
        receiver.failed(kind);
      }
    }

    @Override
    public void onGoAwayReceived(int last, long error, ByteBuf reason) {
      isGoingAway = true;
      givenUp = error == Http2Error.NO_ERROR.code() ? null : "GOAWAY (%s)".formatted(name(error));
      List<StreamConnection> unhandled = new ArrayList<>();
      for (int number : numbersAfter(last)) {
        unhandled.add(streams.remove(number));
      }
      String kind = givenUp;
      unhandled.forEach(
          stream -> {
            if (kind == null) {
              stream.move();
            } else {
              stream.failed(kind);
            }
          });
    }

    private List<Integer> numbersAfter(int last) {
      return streams.keySet().stream().filter(number -> number > last).sorted().toList();
    }

    /** Called when the codec gives up the connection. */
    @Override
    public void onGoAwaySent(int last, long error, ByteBuf reason) {
      if (error != Http2Error.NO_ERROR.code()) {
        lose(new ProtocolException(reason.toString(StandardCharsets.UTF_8)));
      }
    }

    private static String name(long error) {
      Http2Error known = Http2Error.valueOf(error);
      return known == null ? String.valueOf(error) : known.name();
    }
  }
}
