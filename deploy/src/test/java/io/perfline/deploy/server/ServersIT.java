package io.perfline.deploy.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.environment.Tomcat;
import io.perfline.core.project.HttpProbe;
import io.perfline.deploy.process.RunningProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServersIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));

  @TempDir Path folder;

  @Test
  void tomcatAcceptsOnlyItsUser() throws Exception {
    RunningProcess process;
    try (TomcatServer server =
        TomcatServer.start(
            HOME, folder, TomcatSettings.defaults().withVariables(Map.of("NAME", "value")))) {
      process = RunningProcess.of(server.pid()).orElseThrow();
      Tomcat tomcat = server.environment();

      assertThat(
              new HttpProbe(tomcat.manager(), tomcat.user(), tomcat.password())
                  .get("/list")
                  .body()
                  .lines())
          .first()
          .isEqualTo("OK - Listed applications for virtual host [localhost]");
      assertThat(
              new HttpProbe(tomcat.manager(), tomcat.user(), tomcat.password())
                  .get("/list")
                  .body()
                  .lines())
          .last()
          .asString()
          .startsWith("/manager:running:0:");
      assertThat(new HttpProbe(tomcat.manager(), tomcat.user(), "wrong").get("/list").status())
          .isEqualTo(401);
      assertThat(new HttpProbe(tomcat.manager()).get("/list").status()).isEqualTo(401);
      assertThat(
              new HttpProbe(server.url(), tomcat.user(), tomcat.password())
                  .get("/manager/html")
                  .status())
          .isEqualTo(403);
      try (var files = Files.walk(folder)) {
        assertThat(files.filter(Files::isRegularFile))
            .allSatisfy(file -> assertThat(file).content().doesNotContain(tomcat.password()));
      }
      assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/environ")))
          .contains("NAME=value")
          .doesNotContain(tomcat.password());
      assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/cmdline")))
          .contains("-Xmx256m");
    }
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void kafkaIsRestartedAfterAKill() throws Exception {
    int port;
    try (KafkaServer kafka = KafkaServer.start(HOME, folder)) {
      port = kafka.address().port();
      kafka.kill();
      assertThat(kafka.isAlive()).isFalse();
      assertThatThrownBy(() -> ProtocolProbe.kafkaBrokers(kafka.address()))
          .isInstanceOf(IOException.class);
    }
    String cluster = Files.readString(folder.resolve("data/meta.properties"));
    try (KafkaServer kafka = KafkaServer.start(HOME, folder, port)) {
      assertThat(kafka.bootstrap()).isEqualTo("127.0.0.1:" + port);
      assertThat(ProtocolProbe.kafkaBrokers(kafka.address())).isEqualTo(1);
      assertThat(folder.resolve("data/meta.properties")).hasContent(cluster);
    }
  }

  @Test
  void reportsTheLogOfAServerThatDies() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(data.resolve("meta.properties"), "version=9\n");

    assertThatThrownBy(() -> KafkaServer.start(HOME, folder))
        .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.exitCode()).isEqualTo(3))
        .hasMessageContaining("kafka ended before it answered on 127.0.0.1:")
        .hasMessageContaining("logs/out.log contains:")
        .hasMessageContaining("Error while reading meta.properties file")
        .hasMessageContaining("and ends with:");
  }

  @Test
  void reportsAPortThatIsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThatThrownBy(() -> KafkaServer.start(HOME, folder, taken.getLocalPort()))
          .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.exitCode()).isEqualTo(3))
          .hasMessageContaining("another process has its port 127.0.0.1:");
    }
  }

  @Test
  void cassandraAnswersInItsProtocol() throws Exception {
    try (CassandraServer cassandra = CassandraServer.start(HOME, folder)) {
      assertThat(ProtocolProbe.cassandraSupports(cassandra.address())).isTrue();
      assertThat(cassandra.address().host()).isEqualTo("127.0.0.1");
      assertThat(cassandra.log()).content().contains("Startup complete");
    }
  }

  @Test
  void influxDbRequiresItsPasswordAndKeepsItsData() throws Exception {
    InfluxDb first;
    try (InfluxDbServer server = InfluxDbServer.start(HOME, folder)) {
      first = server.environment("perfline");
      assertThat(new HttpProbe(first.url()).query("SHOW DATABASES").status()).isEqualTo(401);
      assertThat(new HttpProbe(first.url(), "perf", "wrong").query("SHOW DATABASES").status())
          .isEqualTo(401);
      assertThat(
              new HttpProbe(first.url(), first.user(), first.password())
                  .query("CREATE DATABASE perfline")
                  .status())
          .isEqualTo(200);
    }
    try (InfluxDbServer again =
        InfluxDbServer.start(HOME, folder, first.url().getPort(), first.password())) {
      assertThat(
              new HttpProbe(again.url(), first.user(), first.password())
                  .query("SHOW DATABASES")
                  .body())
          .contains("perfline");
    }
  }

  @Test
  void redisRequiresAHiddenPasswordAndIsRestartedAfterAKill() throws Exception {
    try (RedisServer killed = RedisServer.start(HOME, folder)) {
      String password = killed.environment().password();
      assertThat(ProtocolProbe.redisAnswers(killed.address(), "wrong0000")).isFalse();
      assertThat(Files.readString(Path.of("/proc/" + killed.pid() + "/cmdline")))
          .contains("redis-server")
          .doesNotContain(password);
      assertThat(Files.readString(Path.of("/proc/" + killed.pid() + "/environ")))
          .doesNotContain(password);
      assertThat(Files.getPosixFilePermissions(folder.resolve("redis.conf")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(redis(killed, "SET key value")).endsWith("+OK");
      killed.kill();
      try (RedisServer again = killed.again()) {
        assertThat(again.address()).isEqualTo(killed.address());
        assertThat(ProtocolProbe.redisAnswers(again.address(), password)).isTrue();
        assertThat(redis(again, "GET key")).endsWith("$5 value");
      }
    }
  }

  /** Sends an inline command after the login, and returns the lines of both answers. */
  private static String redis(RedisServer server, String command) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.address().port())) {
      String login = "AUTH " + server.environment().password();
      socket
          .getOutputStream()
          .write((login + "\r\n" + command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
      String answers =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answers.replaceFirst("\\+OK\r\n$", "").strip().replace("\r\n", " ");
    }
  }

  @Test
  void threeEtcdMembersSurviveTheKillOfOneAndLetItRejoin() throws Exception {
    List<EtcdServer> members = EtcdServer.startThree(HOME, folder);
    try {
      members.get(0).kill();
      awaitServing(members.get(1));
      try (EtcdServer again = members.get(0).again()) {
        awaitServing(again);
        again.pause();
        awaitServing(members.get(2));
        again.resume();
        awaitServing(again);
      }
    } finally {
      members.forEach(EtcdServer::close);
    }
  }

  /** The stopped member may have been the leader: no member serves until another one is elected. */
  private static void awaitServing(EtcdServer member) throws InterruptedException {
    assertThat(ReadinessProbe.of(member.part()).within(Duration.ofSeconds(60))).isTrue();
  }
}
