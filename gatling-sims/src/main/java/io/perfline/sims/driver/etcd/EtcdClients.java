package io.perfline.sims.driver.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.grpc.Status;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reasons;
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

/** Opens clients of etcd. */
public final class EtcdClients {

  /** Below it gRPC doesn't look whether a silent member still answers. */
  private static final Duration ALIVE = Duration.ofSeconds(10);

  private static final Duration SILENT = Duration.ofSeconds(1);

  /** An election takes a second or two; who has none by then gets none. */
  private static final Duration ELECTION = Duration.ofSeconds(10);

  private static final long AGAIN_MILLIS = 100;

  /** It would tell at the first connection, on the terminal, what it has found of the system. */
  private static final Logger TRANSPORT = Logger.getLogger("io.grpc.netty");

  static {
    TRANSPORT.setLevel(Level.WARNING);
  }

  private EtcdClients() {}

  /**
   * A client with a connection to one member, the {@code first}th; to the next when it loses that.
   * Nothing is tried again: an error is to be counted, not hidden.
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

  /** Text as a key. */
  public static ByteSequence key(String text) {
    return ByteSequence.from(text, UTF_8);
  }

  /** What {@code answer} brings within {@code patience}. */
  static <T> T await(
      List<HostPort> members, String what, CompletableFuture<T> answer, Duration patience)
      throws InterruptedException {
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failed(members, what, e.getCause());
    } catch (TimeoutException e) {
      throw failed(members, what, e);
    }
  }

  /**
   * What etcd answers within {@code patience}, asked again while its members have no leader or
   * another one, as long as an election may take: for questions about a case, not for its load.
   */
  static <T> T asked(
      List<HostPort> members,
      String what,
      Supplier<CompletableFuture<T>> question,
      Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + ELECTION.toNanos();
    while (true) {
      try {
        return await(members, what, question.get(), patience);
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
    return new DriverException(
        "etcd at %s could not %s: %s".formatted(addresses(members), what, Reasons.of(reason)),
        reason);
  }

  static String addresses(List<HostPort> members) {
    return members.stream().map(HostPort::toString).collect(joining(","));
  }
}
