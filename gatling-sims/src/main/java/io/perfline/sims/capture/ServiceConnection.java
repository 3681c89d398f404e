package io.perfline.sims.capture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.perfline.sims.driver.http.CapturedExchange;
import io.perfline.sims.driver.http.HttpAddress;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The connection to the service for one client. It is opened with the client's first request, and
 * again if the service has closed it in the meantime. All calls are made by one thread.
 */
final class ServiceConnection {

  private static final int CONNECT_MILLIS = 10_000;
  private static final int FINAL = 200;
  private static final int SWITCHING = 101;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  /** The methods that may be repeated on another connection (RFC 9110, 9.2.2). */
  private static final Set<HttpMethod> REPEATABLE =
      Set.of(
          HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.PUT, HttpMethod.DELETE);

  private final EventLoop thread;
  private final CaptureProxy proxy;
  private final ProxyConnection client;

  /** The open connection; null if there is none. */
  private Channel channel;

  /** The request without a response; null if there is none. */
  private FullHttpRequest request;

  private String target;
  private boolean isReused;
  private ScheduledFuture<?> late;

  ServiceConnection(EventLoop thread, CaptureProxy proxy, ProxyConnection client) {
    this.thread = thread;
    this.proxy = proxy;
    this.client = client;
  }

  /**
   * Forwards a request.
   *
   * @param path the path and query, with one character per byte
   */
  void send(FullHttpRequest next, String path) {
    request = next;
    target = path;
    late =
        thread.schedule(
            () -> fail("it did not end within %d s".formatted(proxy.within().toSeconds())),
            proxy.within().toMillis(),
            TimeUnit.MILLISECONDS);
    isReused = channel != null && channel.isActive();
    if (isReused) {
      var unused = channel.writeAndFlush(bytes());
    } else {
      open();
    }
  }

  private void open() {
    HttpAddress service = proxy.service();
    channel = null;
    new Bootstrap()
        .group(thread)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel opened) {
                if (service.tls()) {
                  opened.pipeline().addLast(new SslHandler(service.tlsEngine("http/1.1")));
                }
                opened.pipeline().addLast(new Responses(), new Bodies(), new Answers());
              }
            })
        .connect(service.host(), service.port())
        .addListener(
            (io.netty.channel.ChannelFuture connected) -> {
              if (!connected.isSuccess()) {
                fail(String.valueOf(connected.cause().getMessage()));
              } else if (request == null) {
                var unused = connected.channel().close(); // the client has left
              } else {
                channel = connected.channel();
                var unused = channel.writeAndFlush(bytes());
              }
            });
  }

  /** Returns the bytes of the request. */
  private ByteBuf bytes() {
    HttpAddress service = proxy.service();
    String before = target.equals("*") || service.path().equals("/") ? "" : service.path();
    StringBuilder head = new StringBuilder();
    head.append(request.method()).append(' ').append(before).append(target);
    head.append(" HTTP/1.1\r\nHost: ").append(service.authority()).append("\r\n");
    request
        .headers()
        .forEach(
            header -> {
              if (!CapturedExchange.isOfConnection(header.getKey())) {
                head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
              }
            });
    int length = request.content().readableBytes();
    if (length > 0 || HttpUtil.isContentLengthSet(request)) {
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    head.append("\r\n");
    return Unpooled.wrappedBuffer(
        Unpooled.wrappedBuffer(head.toString().getBytes(ISO_8859_1)),
        request.content().retainedDuplicate());
  }

  private void fail(String why) {
    if (end() != null) {
      close();
      client.unanswered(why);
    }
  }

  /** Ends the request, and returns it; null if it has ended already. */
  private FullHttpRequest end() {
    FullHttpRequest ended = request;
    request = null;
    if (late != null) {
      late.cancel(false);
      late = null;
    }
    return ended;
  }

  /** Closes the connection, and forgets the request. */
  void close() {
    end();
    Channel open = channel;
    channel = null;
    if (open != null) {
      var unused = open.close();
    }
  }

  private void lost(Channel lost, String why) {
    if (lost != channel) {
      return;
    }
    channel = null;
    if (request != null && isReused && REPEATABLE.contains(request.method())) {
      isReused = false;
      open();
    } else {
      fail(why);
    }
  }

  /** Knows which responses have no body. */
  private final class Responses extends HttpResponseDecoder {

    Responses() {
      super(ProxyConnection.decoding());
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
      boolean head = request != null && request.method().equals(HttpMethod.HEAD);
      return head || super.isContentAlwaysEmpty(message);
    }
  }

  private final class Bodies extends HttpObjectAggregator {

    Bodies() {
      super(CapturedExchange.MAX_BYTES);
    }

    @Override
    protected boolean isContentLengthInvalid(HttpMessage start, int maxContentLength) {
      int status = start instanceof HttpResponse answer ? answer.status().code() : 0;
      boolean head = request != null && request.method().equals(HttpMethod.HEAD);
      boolean hasNone = head || status == NO_CONTENT || status == NOT_MODIFIED;
      return !hasNone && super.isContentLengthInvalid(start, maxContentLength);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
      if (end() != null) {
        close();
        client.answerTooLong();
      }
    }
  }

  private final class Answers extends SimpleChannelInboundHandler<FullHttpResponse> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse answer) {
      int status = answer.status().code();
      isReused = false;
      if (!answer.decoderResult().isSuccess()) {
        fail(String.valueOf(answer.decoderResult().cause().getMessage()));
      } else if (status >= FINAL || status == SWITCHING) {
        if (end() != null) {
          if (!HttpUtil.isKeepAlive(answer)) {
            close();
          }
          client.answered(answer);
        }
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
      super.channelInactive(context);
      lost(context.channel(), "the connection was closed");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      var unused = context.close();
      lost(context.channel(), String.valueOf(cause.getMessage()));
    }
  }
}
