package io.perfline.sims.driver.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.grpc.Status;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.DriverException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

public final class EtcdClients {

  /** The shortest interval at which gRPC checks whether a silent member still responds. */
  private static final Duration ALIVE = Duration.ofSeconds(10);

  private static final Duration SILENT = Duration.ofSeconds(1);

  /** The maximum time to wait for a leader; an election takes a second or two. */
  private static final Duration ELECTION = Duration.ofSeconds(10);

  private static final long AGAIN_MILLIS = 100;

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The logger that would write to the terminal at the first connection. */
  private static final Logger TRANSPORT = Logger.getLogger("io.grpc.netty");

  static {
    TRANSPORT.setLevel(Level.WARNING);
  }

  private EtcdClients() {}

  /**
   * Opens a client that is connected to a member, or to the next one if it loses that connection.
   * Nothing is retried, because errors must be counted, not hidden.
   *
   * @param first the index of the member
   */
  public static Client open(List<HostPort> members, int first) {
    List<URI> endpoints =
        new ArrayList<>(
            members.stream().map(hostPort -> URI.create("http://" + hostPort)).toList());
    Collections.rotate(endpoints, -first);
    return Client.builder()
        .endpoints(endpoints)
        .loadBalancerPolicy("pick_first")
        .keepaliveTime(ALIVE)
        .keepaliveTimeout(SILENT)
        .retryMaxAttempts(0)
        .waitForReady(false)
        .build();
  }

  public static ByteSequence key(String text) {
    return ByteSequence.from(text, UTF_8);
  }

  /**
   * Waits for a response.
   *
   * @param what the action for an error message, as a verb phrase
   */
  static <T> T await(List<HostPort> members, String what, CompletableFuture<T> answer)
      throws InterruptedException {
    try {
      return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failed(members, what, e.getCause());
    } catch (TimeoutException e) {
      throw failed(members, what, e);
    }
  }

  /**
   * Waits for a response, and asks again while the cluster has no leader, for as long as an
   * election may take. This method is for requests about a case, not for its load.
   */
  static <T> T ask(List<HostPort> members, String what, Supplier<CompletableFuture<T>> question)
      throws InterruptedException {
    long end = System.nanoTime() + ELECTION.toNanos();
    while (true) {
      try {
        return await(members, what, question.get());
      } catch (DriverException e) {
        boolean passing = Status.fromThrowable(e.getCause()).getCode() == Status.Code.UNAVAILABLE;
        if (!passing || System.nanoTime() - end > 0) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
      }
    }
  }

  static DriverException failed(List<HostPort> members, String what, Throwable reason) {
    return DriverException.failed("etcd at " + addresses(members), what, reason);
  }

  static String addresses(List<HostPort> members) {
    return members.stream().map(HostPort::toString).collect(joining(","));
  }
}
