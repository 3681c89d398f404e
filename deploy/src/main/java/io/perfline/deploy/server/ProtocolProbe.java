package io.perfline.deploy.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.core.environment.HostPort;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Checks with minimal requests whether a Kafka, Cassandra or Redis server answers. */
final class ProtocolProbe {

  private static final int TIMEOUT_MS = 5_000;

  /**
   * Kafka's Metadata request, version 1, without topics: length, API key 3, version 1, correlation
   * id 7, client id "perf", an empty array.
   */
  private static final byte[] KAFKA_METADATA =
      HexFormat.of()
          .parseHex("00000012" + "0003" + "0001" + "00000007" + "000470657266" + "00000000");

  /**
   * Cassandra's OPTIONS frame in protocol version 4: version, flags, stream, opcode 5, length 0.
   */
  private static final byte[] CASSANDRA_OPTIONS =
      HexFormat.of().parseHex("0400000005" + "00000000");

  private static final int CASSANDRA_SUPPORTED = 6;

  private ProtocolProbe() {}

  /** Returns the number of live brokers in the metadata of the broker at {@code address}. */
  static int kafkaBrokers(HostPort address) throws IOException {
    try (Socket socket = connect(address)) {
      DataInputStream in = ask(socket, KAFKA_METADATA);
      int length = in.readInt();
      int correlation = in.readInt();
      int brokers = in.readInt();
      if (length < 8 || correlation != 7) {
        throw new IOException("not Kafka's protocol on " + address);
      }
      return brokers;
    }
  }

  /** Returns whether the node at {@code address} answers an OPTIONS request. */
  static boolean cassandraSupports(HostPort address) throws IOException {
    try (Socket socket = connect(address)) {
      DataInputStream in = ask(socket, CASSANDRA_OPTIONS);
      byte[] header = new byte[9];
      in.readFully(header);
      int length = ByteBuffer.wrap(header).getInt(5);
      in.readFully(new byte[Math.min(length, 65_536)]);
      return header[4] == CASSANDRA_SUPPORTED;
    }
  }

  /** Returns whether the Redis at {@code address} accepts the password and answers. */
  static boolean redisAnswers(HostPort address, String password) throws IOException {
    try (Socket socket = connect(address)) {
      byte[] request = "AUTH %s\r\nPING\r\n".formatted(password).getBytes(US_ASCII);
      byte[] answer = new byte["+OK\r\n+PONG\r\n".length()];
      ask(socket, request).readFully(answer);
      return new String(answer, US_ASCII).equals("+OK\r\n+PONG\r\n");
    }
  }

  private static Socket connect(HostPort address) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setSoTimeout(TIMEOUT_MS);
      socket.connect(new InetSocketAddress(address.host(), address.port()), TIMEOUT_MS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static DataInputStream ask(Socket socket, byte[] request) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(request);
    out.flush();
    return new DataInputStream(socket.getInputStream());
  }
}
