package io.perfline.sims.driver.http2;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that misbehaves depending on the path, including frames that no correct server sends.
 */
final class ScriptedHttp2Server implements AutoCloseable {

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final AtomicInteger connections = new AtomicInteger();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final Channel channel;

  /**
   * @param maxStreams maximum number of concurrent streams per connection
   */
  ScriptedHttp2Server(int maxStreams) throws InterruptedException {
    channel =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel accepted) {
                    connections.incrementAndGet();
                    Answers answers = new Answers(connections.get());
                    answers.frames =
                        new Http2ConnectionHandlerBuilder()
                            .server(true)
                            .frameListener(answers)
                            .gracefulShutdownTimeoutMillis(0)
                            .initialSettings(
                                Http2Settings.defaultSettings().maxConcurrentStreams(maxStreams))
                            .build();
                    accepted.pipeline().addLast(answers.frames);
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + ((InetSocketAddress) channel.localAddress()).getPort());
  }

  /** Returns the number of connections so far. */
  int connections() {
    return connections.get();
  }

  /** Returns the requested paths, each after the number of its connection. */
  List<String> received() {
    return received;
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    var unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Answers extends Http2FrameAdapter {

    private final int number;
    private Http2ConnectionHandler frames;

    Answers(int number) {
      this.number = number;
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int stream,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean isEnd) {
      onHeadersRead(context, stream, headers, padding, isEnd);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int stream,
        Http2Headers headers,
        int padding,
        boolean isEnd) {
      received.add(number + " " + headers.path());
      switch (headers.path().toString()) {
        case "/silence" -> {}
        case "/reset" -> {
          var unused = frames.resetStream(context, stream, 7, context.newPromise());
        }
        case "/close" -> context.channel().unsafe().close(context.voidPromise());
        case "/goaway" -> goAway(context, stream, 11);
        case "/leave" -> {
          answer(context, stream, 200);
          goAway(context, stream, 0);
        }
        case "/unhandled" -> {
          if (number == 1) {
            goAway(context, stream - 2, 0);
          } else {
            answer(context, stream, 200);
          }
        }
        case "/garbage" -> context.channel().unsafe().write(garbage(), context.voidPromise());
        case "/unknown-stream" -> {
          var unused =
              frames
                  .encoder()
                  .frameWriter()
                  .writeData(context, 99, garbage(), 0, true, context.newPromise());
        }
        case "/early" -> answer(context, stream, 413);
        default -> answer(context, stream, 200);
      }
      context.flush();
    }

    private io.netty.buffer.ByteBuf garbage() {
      return Unpooled.copiedBuffer("HTTP/1.1 200 OK\r\n\r\n", StandardCharsets.US_ASCII);
    }

    private void goAway(ChannelHandlerContext context, int last, long error) {
      var unused = frames.goAway(context, last, error, Unpooled.EMPTY_BUFFER, context.newPromise());
    }

    private void answer(ChannelHandlerContext context, int stream, int status) {
      var unused =
          frames
              .encoder()
              .writeHeaders(
                  context,
                  stream,
                  new DefaultHttp2Headers().status(String.valueOf(status)),
                  0,
                  true,
                  context.newPromise());
    }
  }
}
