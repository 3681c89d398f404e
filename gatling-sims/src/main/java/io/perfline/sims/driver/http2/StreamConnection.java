package io.perfline.sims.driver.http2;

import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.http.ErrorKind;
import io.perfline.sims.driver.http.MultiplexedConnection;
import io.perfline.sims.driver.http.Requests;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Sends one request at a time, each in a new stream of a shared connection. */
final class StreamConnection extends MultiplexedConnection {

  /**
   * The idle time after which a request first checks whether the server has closed the connection.
   * The multiplexer reports that as well, but not while its thread is busy.
   */
  private static final long MAY_BE_STALE = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int FINAL = 200;

  private final Http2Link link;
  private final Http2Request request;
  private final HeaderLine line = new HeaderLine();

  /**
   * The connection that carries the request, or will do so when it is ready; null if there is none.
   */
  private Http2Channel channel;

  private int stream;
  private Requests.AnswerListener answer;
  private int status;

  /** True while the request waits for a connection that replaces one that the server is closing. */
  private boolean moves;

  /**
   * @param index the index of this stream among all streams of the multiplexer
   */
  StreamConnection(
      Http2Multiplexer multiplexer,
      Http2Link link,
      int index,
      Requests requests,
      RequestListener listener,
      Duration timeout) {
    super(multiplexer, index, requests, listener, timeout);
    this.link = link;
    request = new Http2Request(link.isTls());
  }

  @Override
  protected void begin() {
    try {
      link.open();
    } catch (IOException e) {
      // The first request will open the connection again.
    }
  }

  @Override
  protected boolean isReady() throws IOException {
    return link.isReady();
  }

  @Override
  public boolean open() throws IOException {
    channel = link.open();
    if (channel.isReady()) {
      return true;
    }
    channel.awaitReady(this);
    return false;
  }

  @Override
  public boolean isOpen() {
    return link.isOpen();
  }

  @Override
  public void dropIfStale(long idleNanos) {
    if (idleNanos > MAY_BE_STALE) {
      link.poll();
    }
  }

  @Override
  public void expects(Requests.AnswerListener listener) {
    answer = listener;
    status = 0;
  }

  @Override
  public OutputStream out() {
    return request;
  }

  @Override
  public void written() throws IOException {
    stream = channel.send(this, request);
  }

  /** Called when the connection is ready for the request. */
  void connected() {
    if (moves) {
      moves = false;
      resend();
    } else {
      exchange().opened();
    }
    next();
  }

  /** Called when the server closes the connection without having handled the request. */
  void move() {
    try {
      stream = 0;
      moves = !open();
      if (!moves) {
        resend();
      }
    } catch (IOException e) {
      failed(ErrorKind.of(e));
    }
  }

  private void resend() {
    try {
      written();
    } catch (IOException e) {
      exchange().failed(e);
    }
  }

  void headers(Http2Headers headers) {
    CharSequence text = headers.status();
    if (text != null) {
      status = Integer.parseInt(text.toString());
    }
    if (status >= FINAL && answer != null) {
      line.pass(headers, answer);
    }
  }

  void body(byte[] bytes, int from, int length) {
    if (answer != null) {
      answer.body(bytes, from, length);
    }
  }

  /** Called when the response is complete. */
  void complete() {
    channel = null;
    if (status < FINAL || status > 599) {
      exchange().failed(ErrorKind.MALFORMED);
    } else {
      exchange().complete(status);
    }
    next();
  }

  /** Called when the request has failed and its stream has ended. */
  void failed(String kind) {
    channel = null;
    moves = false;
    exchange().failed(kind);
    next();
  }

  /** Cancels the request. */
  @Override
  public void drop() {
    Http2Channel left = channel;
    channel = null;
    moves = false;
    if (left != null) {
      left.cancel(this, stream);
    }
    stream = 0;
  }

  /** Passes on the headers of a response as lines in the form of HTTP/1.1. */
  private static final class HeaderLine {

    private static final byte[] SEPARATOR = {':', ' '};

    private final ByteText line = new ByteText();

    void pass(Http2Headers headers, Requests.AnswerListener answer) {
      for (Map.Entry<CharSequence, CharSequence> header : headers) {
        if (header.getKey().charAt(0) != ':') {
          line.clear();
          add(header.getKey());
          line.add(SEPARATOR);
          add(header.getValue());
          answer.header(line.bytes(), 0, line.length());
        }
      }
    }

    private void add(CharSequence text) {
      if (text instanceof AsciiString bytes) {
        line.add(bytes.array(), bytes.arrayOffset(), bytes.length());
      } else {
        line.add(text.toString());
      }
    }
  }
}
