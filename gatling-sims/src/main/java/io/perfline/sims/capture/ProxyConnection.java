package io.perfline.sims.capture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.ReferenceCountUtil;
import io.perfline.sims.driver.http.CapturedExchange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client's connection to the proxy. Its requests are forwarded one after another. */
final class ProxyConnection extends ChannelInboundHandlerAdapter {

  static final int MAX_LINE = 64 * 1024;
  static final int MAX_HEAD = 256 * 1024;
  static final String LIMIT = "8 MiB";

  private static final int BAD_REQUEST = 400;
  private static final int TOO_LARGE = 413;
  private static final int BAD_GATEWAY = 502;
  private static final int HEAD_TOO_LARGE = 431;
  private static final Pattern ABSOLUTE = Pattern.compile("(?i)https?://[^/?#]*(.*)");

  private final Channel client;
  private final CaptureProxy proxy;
  private final long number;
  private final ServiceConnection service;
  private final Requests requests = new Requests();
  private final Deque<FullHttpRequest> waiting = new ArrayDeque<>();

  /** The request that is being forwarded; null if there is none. */
  private FullHttpRequest request;

  private String target;
  private CaptureProxy.Started started;
  private boolean isClosing;

  private ProxyConnection(Channel client, CaptureProxy proxy, long number) {
    this.client = client;
    this.proxy = proxy;
    this.number = number;
    service = new ServiceConnection(client.eventLoop(), proxy, this);
  }

  /** Serves a client that has just connected. */
  static void begin(Channel client, CaptureProxy proxy, long number) {
    ProxyConnection connection = new ProxyConnection(client, proxy, number);
    client
        .pipeline()
        .addLast(connection.requests)
        .addLast(new RequestBodies(connection))
        .addLast(connection);
  }

  static HttpDecoderConfig decoding() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(MAX_LINE)
        .setMaxHeaderSize(MAX_HEAD)
        .setValidateHeaders(false);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (isClosing || !(message instanceof FullHttpRequest next)) {
      ReferenceCountUtil.release(message);
      return;
    }
    waiting.add(next);
    client.config().setAutoRead(false);
    next();
  }

  private void next() {
    while (request == null && !waiting.isEmpty() && !isClosing) {
      request = waiting.remove();
      String fault = fault();
      if (fault == null) {
        started = proxy.start();
        service.send(request, target);
      } else {
        boolean large = request.decoderResult().cause() instanceof TooLongFrameException;
        refuse(large ? HEAD_TOO_LARGE : BAD_REQUEST, fault);
      }
    }
    if (request == null && waiting.isEmpty()) {
      client.config().setAutoRead(true);
    }
  }

  /** Returns why the request cannot be forwarded, and sets its target; null if it can. */
  private String fault() {
    if (!request.decoderResult().isSuccess()) {
      return String.valueOf(request.decoderResult().cause().getMessage());
    } else if (request.method().equals(HttpMethod.CONNECT)) {
      return "CONNECT is for a proxy of the client's own";
    }
    Matcher absolute = ABSOLUTE.matcher(request.uri());
    target = absolute.matches() ? absolute.group(1) : request.uri();
    target = absolute.matches() && !target.startsWith("/") ? "/" + target : target;
    boolean known = target.startsWith("/") || target.equals("*");
    return known ? null : "not the path of a request";
  }

  private String line() {
    boolean known = request.decoderResult().isSuccess() || requests.line == null;
    return known ? request.method() + " " + request.uri() : requests.line;
  }

  /** Remembers the first line of a request, also of one that is not HTTP. */
  private static final class Requests extends HttpRequestDecoder {

    private String line;

    Requests() {
      super(decoding());
    }

    @Override
    protected HttpMessage createMessage(String[] initialLine) throws Exception {
      line = String.join(" ", initialLine);
      return super.createMessage(initialLine);
    }
  }

  /** Refuses the current request, and closes the connection. */
  private void refuse(int status, String why) {
    proxy.refuse(line(), why);
    isClosing = true;
    own(status, "perfline capture refuses the request: " + why);
  }

  /** Called when the body of a request is too long. */
  void tooLong(String line) {
    proxy.refuse(line, "a body longer than " + LIMIT);
    isClosing = true;
    own(TOO_LARGE, "perfline capture passes on no body longer than " + LIMIT);
  }

  private void own(int status, String text) {
    byte[] content = (text + "\n").getBytes(UTF_8);
    String head =
        "HTTP/1.1 %d Refused by perfline capture\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(status, content.length);
    done();
    client
        .writeAndFlush(Unpooled.wrappedBuffer(head.getBytes(ISO_8859_1), content))
        .addListener(ChannelFutureListener.CLOSE);
  }

  /** Called with the complete response of the service. */
  void answered(FullHttpResponse answer) {
    proxy.end(started, number, target, request, answer);
    boolean keep = HttpUtil.isKeepAlive(request);
    isClosing |= !keep;
    ByteBuf bytes = bytes(answer, keep);
    done();
    var written = client.writeAndFlush(bytes);
    if (isClosing) {
      written.addListener(ChannelFutureListener.CLOSE);
    } else {
      next();
    }
  }

  private ByteBuf bytes(FullHttpResponse answer, boolean keep) {
    StringBuilder head = new StringBuilder("HTTP/1.1 ");
    int status = answer.status().code();
    head.append(status).append(' ').append(answer.status().reasonPhrase()).append("\r\n");
    answer
        .headers()
        .forEach(
            header -> {
              if (!CapturedExchange.isOfConnection(header.getKey())) {
                head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
              }
            });
    boolean noBody = request.method().equals(HttpMethod.HEAD) || status == 304;
    String length =
        noBody
            ? answer.headers().get(HttpHeaderNames.CONTENT_LENGTH)
            : status == 204 ? null : String.valueOf(answer.content().readableBytes());
    if (length != null && !(noBody && length.equals("0"))) {
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    head.append(keep ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
    return Unpooled.wrappedBuffer(
        Unpooled.wrappedBuffer(head.toString().getBytes(ISO_8859_1)), answer.content().retain());
  }

  /** Called when the service has sent no complete response. */
  void unanswered(String why) {
    proxy.leaveOut(started, false);
    isClosing = true;
    own(BAD_GATEWAY, "perfline capture got no answer from %s: %s".formatted(proxy.service(), why));
  }

  /** Called when the response is too long. */
  void answerTooLong() {
    proxy.leaveOut(started, true);
    refuse(BAD_GATEWAY, "an answer longer than " + LIMIT);
  }

  private void done() {
    if (request != null) {
      request.release();
      request = null;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    isClosing = true;
    service.close();
    if (request != null) {
      proxy.leaveOut(started, false);
      done();
    }
    waiting.forEach(FullHttpRequest::release);
    waiting.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var unused = client.close();
  }
}
