package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.sims.server.TcpConnections.Address;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpConnectionsTest {

  private static final ProcessHandle THIS = ProcessHandle.current();

  /** Connects to a port and waits until its input ends. */
  public static void main(String[] args) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(args[0]))) {
      System.out.println(socket.isConnected());
      int end = System.in.read();
      assertThat(end).isNegative();
    }
  }

  @Test
  void findsTheServerOfAConnectionAndItsProcess() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "not Linux");
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
      Address address = new Address("127.0.0.1", server.getLocalPort());
      Process other =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin/java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  TcpConnectionsTest.class.getName(),
                  "" + server.getLocalPort())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader answer = other.inputReader()) {
        assertThat(answer.readLine()).isEqualTo("true");

        assertThat(TcpConnections.servers(Set.of(other.toHandle()))).containsExactly(address);
        assertThat(TcpConnections.servers(Set.of(THIS)))
            .as("others connected to it")
            .doesNotContain(address);
        assertThat(TcpConnections.serving(address)).containsExactly(THIS);
        assertThat(TcpConnections.name(THIS)).isEqualTo("java");
        assertThat(address).hasToString("127.0.0.1:" + server.getLocalPort());
      } finally {
        other.destroy();
        assertThat(other.waitFor()).isNotNegative();
      }
    }
  }

  @Test
  void nothingServesAFreePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      int port = free.getLocalPort();
      free.close();
      assertThat(
              Stream.of("127.0.0.1", "192.0.2.1")
                  .flatMap(host -> TcpConnections.serving(new Address(host, port)).stream()))
          .isEmpty();
    }
  }
}
