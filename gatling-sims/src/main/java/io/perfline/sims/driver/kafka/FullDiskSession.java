package io.perfline.sims.driver.kafka;

import io.perfline.core.run.CaseResult;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Messages into topics of a Kafka that is the case's own, until its disk is full and beyond. */
final class FullDiskSession implements Session {

  private final FullDisk kafka;
  private final CaseTopics topics;
  private final KafkaSession session;
  private final AcknowledgedOffsets acknowledged;

  private FullDiskSession(FullDisk kafka, KafkaSession session, AcknowledgedOffsets acknowledged) {
    this.kafka = kafka;
    topics = session.topics();
    this.session = session;
    this.acknowledged = acknowledged;
  }

  /** Starts that Kafka and creates the case's topics. */
  static FullDiskSession open(String scope, CaseSettings settings) throws InterruptedException {
    FullDisk own = FullDisk.start(scope, settings.number(KafkaDriver.DISK_MIB));
    boolean open = false;
    try {
      AcknowledgedOffsets acknowledged = new AcknowledgedOffsets();
      KafkaSession session = KafkaSession.open(own.environment(), scope, settings, acknowledged);
      open = true;
      return new FullDiskSession(own, session, acknowledged);
    } finally {
      if (!open) {
        own.close();
      }
    }
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    return session.connect(index, listener);
  }

  /** What it acknowledged is where it said, once it has room again. */
  @Override
  public OptionalLong stored() throws InterruptedException {
    kafka.mend();
    topics.awaitLeaders();
    acknowledged.check(topics.ends());
    return session.stored();
  }

  @Override
  public OptionalDouble keptBytesPerMessage() throws InterruptedException {
    return session.keptBytesPerMessage();
  }

  @Override
  public boolean fallsSilent() {
    return true;
  }

  /** How long Kafka took to serve again, once its disk had room. */
  @Override
  public Map<String, Double> figures() {
    return Map.of(CaseResult.RECOVERY, kafka.recovery().toNanos() / 1e6);
  }

  /** The topics go with their Kafka. */
  @Override
  public void close() {
    topics.close();
    kafka.close();
  }
}
