package io.perfline.sims.capture;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.perfline.sims.driver.http.CapturedExchange;

/** Joins requests with their bodies, for which a client may wait for permission. */
final class RequestBodies extends HttpObjectAggregator {

  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  private final ProxyConnection connection;

  RequestBodies(ProxyConnection connection) {
    super(CapturedExchange.MAX_BYTES);
    this.connection = connection;
  }

  @Override
  protected Object newContinueResponse(
      HttpMessage start, int maxContentLength, ChannelPipeline pipeline) {
    boolean fits = HttpUtil.getContentLength(start, 0L) <= maxContentLength;
    if (HttpUtil.is100ContinueExpected(start) && fits) {
      var unused = pipeline.channel().writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
    }
    return null;
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
    HttpRequest request = (HttpRequest) oversized;
    connection.tooLong(request.method() + " " + request.uri());
  }
}
