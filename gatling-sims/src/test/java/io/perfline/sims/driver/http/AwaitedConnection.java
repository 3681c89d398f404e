package io.perfline.sims.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The only connection of a multiplexer: what is sent has its outcome behind that. */
final class AwaitedConnection implements Connection {

  private final Multiplexer multiplexer;
  private final Connection connection;

  AwaitedConnection(Multiplexer multiplexer, int index, RequestListener listener) {
    this.multiplexer = multiplexer;
    connection = multiplexer.connect(index, listener);
  }

  @Override
  public void send(long request) {
    List<Integer> free = new ArrayList<>();
    connection.send(request);
    while (free.isEmpty() && !Thread.currentThread().isInterrupted()) {
      multiplexer.await(Duration.ofSeconds(30).toNanos(), (place, failed) -> free.add(place));
    }
    assertThat(free).containsExactly(0);
  }

  @Override
  public void close() {
    multiplexer.close();
  }
}
