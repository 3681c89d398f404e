package io.perfline.cli.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.deploy.stack.ProjectLock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how a signal interrupts the stages of a pipeline. */
class PipelineInterruptionTest {

  @TempDir Path home;
  private final StringWriter printed = new StringWriter();
  private StagesProbe probe;
  private PipelineSteps steps;
  @AutoClose private ProjectLock lock;

  @BeforeEach
  void aPipeline() throws InterruptedException {
    probe = new StagesProbe(home);
    PrintWriter out = new PrintWriter(printed, true);
    lock = ProjectLock.take(home, "a test", out);
    steps = new PipelineSteps(lock, probe, out, out);
    steps.close();
  }

  @Test
  void waitsForTheStageAndThenStopsTheStack() throws Exception {
    steps.ownStack();
    CountDownLatch deploying = new CountDownLatch(1);
    CountDownLatch deployed = new CountDownLatch(1);
    probe.during(
        "deploy",
        () -> {
          deploying.countDown();
          await(deployed);
        });
    FutureTask<Integer> pipeline = new FutureTask<>(() -> deploy());
    Thread working = new Thread(pipeline);
    working.start();
    deploying.await();
    Thread signal = new Thread(steps::interrupt);
    signal.start();
    while (signal.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(probe.stages).as("while the stage ends").containsExactly("deploy");

    deployed.countDown();
    signal.join();

    assertThat(probe.stages).containsExactly("deploy", "stack down");
    assertThat(printed.toString()).contains("interrupted, no verdict");
    assertThatThrownBy(pipeline::get).hasRootCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void startsNoFurtherStage() {
    steps.interrupt();

    assertThatThrownBy(() -> deploy()).isInstanceOf(InterruptedException.class);
    assertThat(probe.stages).isEmpty();
  }

  @Test
  void stopsTheStackOnAThreadThatItsStageLeftInterrupted() {
    steps.ownStack();
    AtomicBoolean during = new AtomicBoolean(true);
    probe.during("stack down", () -> during.set(Thread.currentThread().isInterrupted()));
    Thread.currentThread().interrupt();

    steps.takeDownStack();

    assertThat(Thread.interrupted()).as("afterwards").isTrue();
    assertThat(during).as("while the stack is stopped").isFalse();
  }

  @Test
  void keepsAStackThatWasAlreadyRunning() {
    steps.interrupt();

    assertThat(probe.stages).isEmpty();
  }

  private int deploy() throws InterruptedException {
    return steps.step("deploy", "deploy", () -> probe.deploy(null, null));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
