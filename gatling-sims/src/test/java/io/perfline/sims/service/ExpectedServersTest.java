package io.perfline.sims.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.ProjectFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with this process as the server of a database. */
class ExpectedServersTest {

  private static final String PROJECT =
      """
      version: 1
      %s
      service: {command: 'java -jar shop.jar ${PORT}', variables: {SHOP_DB: '%s'}}
      load: {all: {connections: 1, requests: [{get: /}]}}
      """;

  @TempDir private Path folder;

  private boolean isExpected(String needs, String variable) throws Exception {
    Path file = folder.resolve("perf.yml");
    Files.writeString(file, PROJECT.formatted(needs, variable));
    return ExpectedServers.of(ProjectFile.read(file)).containsKey(ProcessHandle.current());
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void aServerOfAVariableOrOfANeedIsExpected(String host) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String address = host + ":" + server.getLocalPort();

      assertThat(isExpected("", "jdbc:postgresql://%s/shop".formatted(address))).isTrue();
      assertThat(isExpected("needs: {db: {at: '%s'}}".formatted(address), "")).isTrue();
    }
  }

  @Test
  void otherProcessesAreNotExpected() throws Exception {
    assertThat(isExpected("", "jdbc:postgresql://127.0.0.1:1/shop")).isFalse();
    assertThat(isExpected("needs: {db: {command: db, setup: a}}", "none")).isFalse();
  }
}
