package io.perfline.sims.driver.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.perfline.sims.driver.http.ErrorKind;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests of an {@link Http2Channel}, each in a stream of its own. Frames are passed to the
 * streams to which they belong.
 */
final class Http2Streams extends Http2EventAdapter {

  /**
   * The window of a stream in bytes. It is so large that flow control does not slow down responses;
   * received bytes are consumed at once.
   */
  private static final int STREAM_WINDOW = 1 << 20;

  private static final int CONNECTION_WINDOW = 16 << 20;
  private static final int LONGEST_HEADERS = 256 * 1024;

  private final Http2Channel channel;
  private final IntObjectMap<StreamConnection> streams = new IntObjectHashMap<>();
  private final List<StreamConnection> waiting = new ArrayList<>();

  /** The handler of frames; null until {@link #begin}. */
  private Http2ConnectionHandler frames;

  private ChannelHandlerContext context;
  private boolean isReady;
  private boolean isGoingAway;

  /** The error with which the server terminated the connection; null for none. */
  private String givenUp;

  private byte[] copied = new byte[0];

  Http2Streams(Http2Channel channel) {
    this.channel = channel;
  }

  /** Starts to use HTTP/2 on the connection. */
  void begin(ChannelPipeline pipeline) {
    frames =
        new Http2ConnectionHandlerBuilder()
            .server(false)
            .frameListener(this)
            .validateHeaders(false)
            .encoderEnforceMaxConcurrentStreams(true)
            .gracefulShutdownTimeoutMillis(0)
            .initialSettings(
                Http2Settings.defaultSettings()
                    .pushEnabled(false)
                    .initialWindowSize(STREAM_WINDOW)
                    .maxHeaderListSize(LONGEST_HEADERS))
            .build();
    frames.connection().addListener(this);
    pipeline.addLast(frames);
    context = pipeline.context(frames);
    try {
      frames
          .connection()
          .local()
          .flowController()
          .incrementWindowSize(
              frames.connection().connectionStream(), CONNECTION_WINDOW - STREAM_WINDOW);
    } catch (Http2Exception e) {
      channel.lose(new ProtocolException(e.getMessage()));
    }
    context.flush();
  }

  /** Returns whether the server has sent its settings. */
  boolean isReady() {
    return isReady;
  }

  /**
   * Returns whether the server is closing the connection, or the connection has no more streams.
   */
  boolean isGoingAway() {
    return isGoingAway;
  }

  /** Returns whether no request is in flight. */
  boolean isEmpty() {
    return streams.isEmpty();
  }

  /** Makes sure that {@link StreamConnection#connected} is called when the connection is ready. */
  void awaitReady(StreamConnection stream) {
    waiting.add(stream);
  }

  boolean isAwaited() {
    return !waiting.isEmpty();
  }

  /**
   * Sends a request.
   *
   * @return the number of the request's stream
   */
  int send(StreamConnection sender, Http2Request request) throws IOException {
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
      // If this fails, the head fails as well, or the stream is reset.
      var unused =
          frames
              .encoder()
              .writeData(context, stream, request.body(), 0, true, context.newPromise());
    }
    if (head.isDone() && !head.isSuccess()) {
      streams.remove(stream);
      throw new IOException("cannot send a request", head.cause());
    }
    return stream;
  }

  /** Sends the bodies that wait, as far as the server's flow-control windows allow. */
  void flush() {
    if (frames != null) {
      frames.flush(context);
    }
  }

  /**
   * Abandons a request.
   *
   * @param stream the number of its stream; 0 if it waits for the connection
   */
  void cancel(StreamConnection sender, int stream) {
    waiting.remove(sender);
    if (stream != 0 && streams.remove(stream) != null) {
      reset(stream);
    }
  }

  private void reset(int stream) {
    // The encoder itself drops a request that it buffers because the server allows no more streams.
    var unused =
        frames.connection().stream(stream) == null
            ? frames
                .encoder()
                .writeRstStream(context, stream, Http2Error.CANCEL.code(), context.newPromise())
            : frames.resetStream(context, stream, Http2Error.CANCEL.code(), context.newPromise());
    context.flush();
    channel.flushUnlessReading();
  }

  /** Returns the error kind of all requests of a connection that was lost. */
  String kindOf(IOException cause) {
    return givenUp == null ? ErrorKind.of(cause) : givenUp;
  }

  /** Removes and returns all requests. */
  List<StreamConnection> takeAll() {
    List<StreamConnection> all = new ArrayList<>(waiting);
    all.addAll(streams.values());
    waiting.clear();
    streams.clear();
    return all;
  }

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

  /** Called when a stream is closed, even if the codec has reset it because of invalid frames. */
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

  /** Called when the codec terminates the connection. */
  @Override
  public void onGoAwaySent(int last, long error, ByteBuf reason) {
    if (error != Http2Error.NO_ERROR.code()) {
      channel.lose(new ProtocolException(reason.toString(StandardCharsets.UTF_8)));
    }
  }

  private static String name(long error) {
    Http2Error known = Http2Error.valueOf(error);
    return known == null ? String.valueOf(error) : known.name();
  }
}
