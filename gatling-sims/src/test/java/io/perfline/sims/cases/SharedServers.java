package io.perfline.sims.cases;

import io.perfline.deploy.server.CassandraServer;
import io.perfline.deploy.server.EtcdServer;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.deploy.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One Kafka, Cassandra, Redis and etcd for all tests of this JVM, with data of earlier tests. Each
 * starts when a test first needs it, starts again empty after a kill, and ends with the JVM.
 */
public final class SharedServers {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));

  private static KafkaServer kafka;
  private static Path kafkaDirectory;
  private static CassandraServer cassandra;
  private static RedisServer redis;
  private static EtcdServer etcd;

  private SharedServers() {}

  public static synchronized KafkaServer kafka() {
    if (kafka == null || !kafka.isAlive()) {
      kafkaDirectory = directory();
      kafka = KafkaServer.start(HOME, kafkaDirectory);
    }
    return kafka;
  }

  /** Returns the folder of Kafka's logs. */
  static synchronized Path kafkaDirectory() {
    return kafkaDirectory;
  }

  static synchronized CassandraServer cassandra() {
    if (cassandra == null || !cassandra.isAlive()) {
      cassandra = CassandraServer.start(HOME, directory());
    }
    return cassandra;
  }

  static synchronized RedisServer redis() {
    if (redis == null || !redis.isAlive()) {
      redis = RedisServer.start(HOME, directory());
    }
    return redis;
  }

  static synchronized EtcdServer etcd() {
    if (etcd == null || !etcd.isAlive()) {
      etcd = EtcdServer.start(HOME, directory());
    }
    return etcd;
  }

  private static Path directory() {
    try {
      Path base = Files.createDirectories(HOME.resolve("gatling-sims/target/servers"));
      return Files.createTempDirectory(base, "run");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
