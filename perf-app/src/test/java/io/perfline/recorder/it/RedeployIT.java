package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.it.Stand.At;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code -Drecorder.it.redeployments=10} redeploys more often. */
class RedeployIT {

  private static final int REDEPLOYMENTS = Integer.getInteger("recorder.it.redeployments", 2);

  /** Time for threads that end by themselves, such as timers. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @Test
  void aRedeploymentUnderLoadLeaksNoThreadAndNoClassLoader() throws Exception {
    List<At> all = List.of(At.values());
    for (At at : all) {
      Stand.ready(at);
    }
    List<Sender> load = new ArrayList<>();
    for (At at : all) {
      long seed = System.nanoTime();
      load.add(new HttpSender(Messages.of(seed, Integer.MAX_VALUE), at.path()));
      load.add(new KryonetSender(Messages.of(seed + 1, Integer.MAX_VALUE), at.kryonetPort));
    }
    List<Reader> readers = all.stream().map(Reader::new).toList();
    List<Thread> threads = Stream.concat(load.stream(), readers.stream()).map(Thread::new).toList();
    threads.forEach(Thread::start);
    try {
      redeploy(all);
    } finally {
      load.forEach(Sender::stop);
      readers.forEach(Reader::stop);
      for (Thread thread : threads) {
        thread.join();
      }
    }
    try {
      Stand.awaitCollected(TIMEOUT, "nothing that is gone is in memory", () -> Stand.gone() == 0);
    } catch (AssertionError e) {
      throw new AssertionError("%s; heap dump: %s".formatted(e.getMessage(), Stand.dump()), e);
    }
    assertThat(Stand.logs())
        .doesNotContain("OutOfMemoryError")
        .doesNotContain("started a thread named [");
    assertThat(load).allSatisfy(sender -> assertThat(sender.acknowledgedCount()).isPositive());
    assertThat(readers).allSatisfy(reader -> assertThat(reader.pages.get()).isPositive());
  }

  private static void redeploy(List<At> all) {
    for (int i = 0; i < REDEPLOYMENTS; i++) {
      for (At at : all) {
        Stand.ready(at);
        assertThat(Stand.deploy(at.path())).startsWith("OK");
      }
    }
    for (At at : all) {
      Stand.ready(at);
    }
  }

  /** Reads pages, if there are any. */
  private static final class Reader implements Runnable {

    private final At at;
    private volatile boolean stopped;
    private final AtomicInteger pages = new AtomicInteger();

    Reader(At at) {
      this.at = at;
    }

    @Override
    public void run() {
      while (!stopped) {
        try {
          if (Stand.get(at.path() + "/").statusCode() == 200) {
            pages.incrementAndGet();
          }
          LockSupport.parkNanos(20_000_000L); // the deployment needs the processors too
        } catch (UncheckedIOException e) {
          LockSupport.parkNanos(20_000_000L); // being redeployed
        }
      }
    }

    void stop() {
      stopped = true;
    }
  }
}
