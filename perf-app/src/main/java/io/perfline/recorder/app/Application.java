package io.perfline.recorder.app;

import io.perfline.recorder.core.Ingress;
import io.perfline.recorder.core.QueueBudget;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.RecorderSettings;
import io.perfline.recorder.core.RecordingReader;
import io.perfline.recorder.core.Rules;
import io.perfline.recorder.core.Store;
import io.perfline.recorder.core.StoreWatch;
import io.perfline.recorder.ingress.http.AccessControl;
import io.perfline.recorder.ingress.http.PagesServlet;
import io.perfline.recorder.ingress.http.PendingRequests;
import io.perfline.recorder.ingress.http.Receiver;
import io.perfline.recorder.ingress.http.RecordingsApi;
import io.perfline.recorder.ingress.http.RecordingsServlet;
import io.perfline.recorder.ingress.http.StoreReadPool;
import io.perfline.recorder.ingress.kafka.KafkaIntake;
import io.perfline.recorder.ingress.kryonet.KryonetServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.logging.Logger;

/** Creates the parts of the recorder, and starts and stops them in the right order. */
final class Application {

  private static final Logger LOG = Logger.getLogger(Application.class.getName());

  private static final Duration WATCH_INTERVAL = Duration.ofSeconds(1);
  private static final Duration AFTER_STORE = Duration.ofSeconds(6);
  private static final Duration TO_BE_SENT = Duration.ofSeconds(2);

  private final RecorderSettings settings;
  private final Store store;
  private final StoreWatch watch;
  private final RecorderMetrics metrics;
  private final Recorder recorder;
  private final HealthReport health;
  private final PendingRequests pending;
  private final StoreReadPool reads;
  private KryonetServer kryonet;
  private KafkaIntake intake;

  Application(RecorderSettings settings) {
    this.settings = settings;
    RecorderSettings.Limits limits = settings.limits();
    store = settings.store().open(settings);
    watch = new StoreWatch(store, WATCH_INTERVAL);
    QueueBudget queue = new QueueBudget(limits.queueMessages(), limits.queueBytes());
    metrics = new RecorderMetrics(store.name(), queue);
    Rules rules = new Rules(limits.messageBytes(), limits.urlLength());
    recorder = new Recorder(store, watch, queue, rules, metrics.listeners());
    health = new HealthReport(store.name(), watch);
    metrics.ready(health::byName);
    pending = new PendingRequests(settings.storeTimeout().plus(AFTER_STORE));
    reads = new StoreReadPool(pending);
  }

  void start() {
    watch.start();
    if (!settings.kryonet().ports().isEmpty()) {
      try {
        kryonet = KryonetServer.open(settings, recorder.intake(Ingress.KRYONET));
      } catch (IOException e) {
        throw new UncheckedIOException("recorder can't start: " + e.getMessage(), e);
      }
      health.ingress("kryonet", kryonet::fault);
    }
    if (settings.kafkaIn().isPresent()) {
      intake = new KafkaIntake(settings, recorder.intake(Ingress.KAFKA));
      intake.start();
      health.ingress("kafka", intake::fault);
    }
    LOG.info(() -> "recorder started with store " + store.name());
  }

  /**
   * Stops taking messages, answers those already taken within a time limit, and ends all threads.
   */
  void stop() {
    if (intake != null) {
      intake.stopTaking();
    }
    recorder.close();
    try {
      if (!recorder.drain(settings.drain())) {
        LOG.warning("stopping although not every message was answered in time");
      }
      int left = pending.await(settings.drain());
      if (left > 0) {
        LOG.warning(() -> left + " requests were not finished when stopping");
      }
      if (intake != null) {
        intake.close();
      }
      if (kryonet != null) {
        kryonet.close(TO_BE_SENT);
      }
      watch.close();
      reads.close(TO_BE_SENT);
      store.close(TO_BE_SENT);
      pending.close(TO_BE_SENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LOG.info("recorder stopped");
  }

  RecordingsServlet recordings(AccessControl access) {
    RecorderSettings.Limits limits = settings.limits();
    RecordingReader reader = new RecordingReader(limits.httpBatchMessages());
    Receiver receiver =
        new Receiver(recorder.intake(Ingress.HTTP), reader, pending, limits.httpBodyBytes());
    RecordingsApi api = new RecordingsApi(store, reads);
    return new RecordingsServlet(receiver, api, access, settings.access(), pending);
  }

  PagesServlet pages(AccessControl access) {
    return new PagesServlet(store, reads, access, settings.access().read());
  }

  HealthReport health() {
    return health;
  }

  RecorderMetrics metrics() {
    return metrics;
  }
}
