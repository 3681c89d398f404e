package io.perfline.sims.run;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.exceptions.AuthenticationException;
import com.datastax.driver.core.exceptions.NoHostAvailableException;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.server.CassandraServer;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.deploy.server.SecuredStart;
import io.perfline.deploy.server.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/** A Kafka and a Cassandra with TLS and one user, {@code load}. */
final class SecuredServers implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  private KafkaServer kafka;
  private CassandraServer cassandra;
  private int kafkaPort;
  private int cassandraPort;

  private SecuredServers() {}

  /**
   * @param key keystore of the servers, PKCS12, with the password of {@code stores}
   * @param password of the user
   */
  static SecuredServers start(Path home, Path folder, Path key, String stores, String password)
      throws Exception {
    SecuredServers servers = new SecuredServers();
    try {
      servers.launch(home, folder, key, stores, password);
    } catch (Exception | Error e) {
      servers.close();
      throw e;
    }
    return servers;
  }

  int kafkaPort() {
    return kafkaPort;
  }

  int cassandraPort() {
    return cassandraPort;
  }

  /** Starts both simultaneously and creates their users. */
  private void launch(Path home, Path folder, Path key, String stores, String password)
      throws InterruptedException {
    kafkaPort = Ports.free();
    cassandraPort = Ports.free();
    CompletableFuture<Void> starting =
        CompletableFuture.runAsync(
            () -> {
              kafka =
                  SecuredStart.kafka(home, folder.resolve("kafka"), kafkaPort, scram(key, stores));
              makeUser(password);
            });
    try {
      cassandra =
          SecuredStart.cassandra(home, folder.resolve("cassandra"), cassandraPort, key, stores);
      makeRole(password);
    } finally {
      starting.join();
    }
  }

  private static Map<String, String> scram(Path key, String stores) {
    return Map.of(
        "sasl.enabled.mechanisms",
        "SCRAM-SHA-512",
        "scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;",
        "ssl.keystore.type",
        "PKCS12",
        "ssl.keystore.location",
        key.toString(),
        "ssl.keystore.password",
        stores);
  }

  private void makeUser(String password) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrap()))) {
      admin
          .alterUserScramCredentials(
              List.of(
                  new UserScramCredentialUpsertion(
                      "load",
                      new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096),
                      password)))
          .all()
          .toCompletionStage()
          .toCompletableFuture()
          .join();
    }
  }

  /** A new node creates its first user some time after it answers. */
  private void makeRole(String password) throws InterruptedException {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    while (true) {
      try (Cluster cluster =
          Cluster.builder()
              .addContactPoint(cassandra.address().host())
              .withPort(cassandra.address().port())
              .withCredentials("cassandra", "cassandra")
              .withoutJMXReporting()
              .build()) {
        cluster
            .connect()
            .execute(
                "CREATE ROLE load WITH PASSWORD = '%s' AND LOGIN = true AND SUPERUSER = true"
                    .formatted(password));
        return;
      } catch (AuthenticationException | NoHostAvailableException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(200);
      }
    }
  }

  @Override
  public void close() {
    Stream.<Server<?>>of(kafka, cassandra).filter(server -> server != null).forEach(Server::close);
  }
}
