package io.perfline.sims.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Drain;
import io.perfline.sims.cases.ShutdownMethod;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DrainTallyTest {

  private static final UUID ID = new UUID(7, 1);

  private final DrainTally tally = new DrainTally(false);
  private RequestListener driver;
  private Connection connection = connection(tally);

  @Test
  void requestsUnderWayAreAnsweredLateOrLost() throws Exception {
    sendEach(1, 2, 3);
    tally.shutdownBegins();
    driver.succeeded(1, 1, 100);
    driver.failed(2, "status 503");
    driver.failed(3, "connection reset");

    Drain drain = result(Set.of());

    assertThat(drain.underWay()).isEqualTo(3);
    assertThat(drain.late()).isEqualTo(1);
    assertThat(drain.refused()).isEqualTo(1);
    assertThat(drain.lost()).isEqualTo(1);
  }

  @Test
  void requestsAfterTheShutdownAreRefusedInEveryForm() throws Exception {
    tally.shutdownBegins();
    sendEach(1, 2, 3);
    driver.failed(1, "closing");
    driver.failed(2, "disconnected");
    driver.failed(3, "ConnectException");

    Drain drain = result(Set.of());

    assertThat(drain.refused()).isEqualTo(3);
    assertThat(drain.missing()).isZero();
  }

  @Test
  void anUnansweredRequestBeforeAnAnsweredOneIsLost() throws Exception {
    tally.shutdownBegins();
    sendEach(1, 2);
    driver.succeeded(2, 1, 100);
    driver.failed(1, "disconnected");

    assertThat(result(Set.of()).lost()).isEqualTo(1);
  }

  @Test
  void aClosedConnectionIsALossIfTheServerKeepsRunning() throws Exception {
    DrainTally staying = new DrainTally(true);
    connection = connection(staying);
    staying.shutdownBegins();
    sendEach(1);
    driver.failed(1, "connection closed");

    assertThat(staying.result(ShutdownMethod.UNDEPLOY, Set.of(), 1, Duration.ZERO).lost())
        .isEqualTo(1);
  }

  @Test
  void anUnansweredRequestIsLost() throws Exception {
    tally.shutdownBegins();
    sendEach(1);

    assertThat(result(Set.of()).lost()).isEqualTo(1);
  }

  @Test
  void aMessageStoredAfterItsConnectionClosedIsNotAcknowledged() throws Exception {
    tally.shutdownBegins();
    sendEach(1);
    driver.failed(1, "connection reset");

    assertThat(result(Set.of(ID)).untold()).isEqualTo(1);
  }

  @Test
  void acknowledgedMessagesMustBeStored() throws Exception {
    sendEach(1);
    driver.acknowledged(ID.getMostSignificantBits(), ID.getLeastSignificantBits());
    driver.succeeded(1, 1, 100);
    tally.shutdownBegins();

    assertThat(result(Set.of(ID)).missing()).isZero();
    assertThat(result(Set.of()).unstored()).isEqualTo(1);
  }

  private Drain result(Set<UUID> stored) {
    return tally.result(ShutdownMethod.SIGTERM, stored, 1, Duration.ofMillis(5));
  }

  private void sendEach(long... requests) {
    for (long request : requests) {
      connection.send(request);
    }
  }

  /** Opens a connection through which the test reports results. */
  private Connection connection(DrainTally of) {
    try {
      return of.tapped(
              (index, listener) -> {
                driver = listener;
                return new Connection() {
                  @Override
                  public void send(long request) {}

                  @Override
                  public void close() {}
                };
              })
          .connect(0, new Deaf());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A listener that ignores everything. */
  private static final class Deaf implements RequestListener {
    @Override
    public void succeeded(long request, int messages, long bytes) {}

    @Override
    public void failed(long request, String kind) {}
  }
}
