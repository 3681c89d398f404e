package io.perfline.recorder.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerThreadsTest {

  private final ClassLoader parent = getClass().getClassLoader();
  private final URLClassLoader stopping = new URLClassLoader(new URL[0], parent);
  private final URLClassLoader other = new URLClassLoader(new URL[0], parent);
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread idle = new Thread(this::awaitEnd);
  private final Thread others = new Thread(this::awaitEnd);

  @BeforeEach
  void start() {
    idle.setContextClassLoader(stopping);
    others.setContextClassLoader(other);
    idle.start();
    others.start();
  }

  @AfterEach
  void end() throws Exception {
    end.countDown();
    idle.join();
    others.join();
    stopping.close();
    other.close();
  }

  @Test
  void resetsTheClassLoaderOfIdleThreadsOnly() {
    int left = RecorderListener.releaseThreads(stopping, Duration.ZERO);

    assertThat(left).isZero();
    assertThat(idle.getContextClassLoader()).isSameAs(parent);
    assertThat(others.getContextClassLoader()).isSameAs(other);
  }

  @Test
  void keepsTheClassLoaderOfTheCallingThread() {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    current.setContextClassLoader(stopping);
    try {
      RecorderListener.releaseThreads(stopping, Duration.ZERO);

      assertThat(current.getContextClassLoader()).isSameAs(stopping);
    } finally {
      current.setContextClassLoader(before);
    }
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
