package io.perfline.recorder.core;

import io.perfline.recorder.core.Recorder.IngressListener;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;

/** Creates intakes of messages of at most 1,024 bytes, with a store that stores nothing. */
public final class Intakes {

  private Intakes() {}

  /**
   * Creates an intake.
   *
   * @param works whether the store has answered
   * @param queueBytes the size of the queue
   */
  public static Recorder.Intake of(boolean works, int queueBytes, IngressListener listener)
      throws InterruptedException {
    Store store =
        (Store)
            Proxy.newProxyInstance(
                Intakes.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> "store");
    StoreWatch watch = new StoreWatch(store, Duration.ofSeconds(1));
    if (works) {
      watch.start();
      while (watch.refusal() != null) {
        Thread.onSpinWait();
      }
      watch.close();
    }
    return new Recorder(
            store,
            watch,
            new QueueBudget(10, queueBytes),
            new Rules(1024, 100),
            Map.of(Ingress.KAFKA, listener))
        .intake(Ingress.KAFKA);
  }
}
