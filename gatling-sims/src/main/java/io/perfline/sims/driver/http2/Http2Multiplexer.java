package io.perfline.sims.driver.http2;

import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.http.ConnectionMultiplexer;
import io.perfline.sims.driver.http.HttpAddress;
import io.perfline.sims.driver.http.Requests;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** HTTP/2 connections to one server, and their streams. */
final class Http2Multiplexer extends ConnectionMultiplexer<StreamConnection> {

  private final int streamsEach;
  private final List<Http2Link> links = new ArrayList<>();

  /** The connections with frames that will be sent together before the next wait. */
  private final List<Http2Channel> unsent = new ArrayList<>();

  /**
   * @param streamsEach the number of concurrent requests on each connection
   * @param requests returns the requests of the stream with an index
   */
  Http2Multiplexer(
      HttpAddress address, int streamsEach, IntFunction<Requests> requests, Duration timeout) {
    super(address, requests, timeout);
    this.streamsEach = streamsEach;
  }

  @Override
  protected StreamConnection create(
      int index, Requests own, RequestListener listener, Duration requestTimeout) {
    if (index % streamsEach == 0) {
      links.add(new Http2Link(this, address()));
    }
    Http2Link link = links.get(links.size() - 1);
    return new StreamConnection(this, link, index, own, listener, requestTimeout);
  }

  @Override
  protected DriverException refused(int index, IOException e) {
    return e instanceof ProtocolException || e instanceof EOFException
        ? new DriverException(
            "connection %d to %s failed: %s; if the service does not speak HTTP/2 there, write"
                    .formatted(index, address(), e.getMessage())
                + " 'protocol: http/1.1'",
            e)
        : super.refused(index, e);
  }

  @Override
  protected void sendCollected() {
    for (int i = 0; i < unsent.size(); i++) {
      unsent.get(i).flush();
    }
    unsent.clear();
  }

  /**
   * Called when a connection has frames to send other than those that it sends while it is being
   * read.
   */
  void hasUnsent(Http2Channel channel) {
    if (isAwaitedElsewhere()) {
      channel.flush();
    } else {
      unsent.add(channel);
    }
  }

  @Override
  public synchronized void close() {
    links.forEach(Http2Link::close);
    super.close();
  }
}
