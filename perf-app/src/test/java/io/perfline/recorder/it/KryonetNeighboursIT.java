package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryonet.KryoSerialization;
import io.perfline.recorder.it.Stand.At;
import io.perfline.recorder.message.MessageKryo;
import io.perfline.recorder.message.Recording;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests that errors of a client only affect its own connection. */
class KryonetNeighboursIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);

  @Test
  void clientsThatDoNotReadOrFinishAreDisconnected() throws Exception {
    Stand.ready(At.M);
    try (Socket deaf = connect(At.M.kryonetPort);
        Socket stalled = connect(At.M.kryonetPort)) {
      byte[] message = frame(Messages.of(1, 1).get(0));
      stalled.getOutputStream().write(message, 0, message.length / 2);
      Thread writing = new Thread(() -> writeUntilClosed(deaf, frame(invalid())), "never-reads");
      writing.start();

      send(At.M.kryonetPort, 2000);
      greeting(stalled);
      assertThat(isClosed(stalled)).isTrue();
      writing.join(LIMIT.toMillis());
      assertThat(writing.isAlive()).isFalse();
    }
    assertThat(Stand.isReady(At.M)).isTrue();
  }

  @Test
  void aConnectionBeyondTheLimitIsClosed() throws Exception {
    assertThat(Stand.deploy("/tight")).startsWith("OK");
    int port = Stand.TIGHT_KRYONET_PORT;
    try (Socket first = connect(port);
        Socket second = connect(port)) {
      greeting(first);
      greeting(second);
      try (Socket third = connect(port)) {
        assertThat(isClosed(third)).isTrue();
      }
      second.getOutputStream().write(frame(invalid()));
      assertThat(greeting(second)).as("its reply").isPositive();
      first.close();
      send(port, 20);
    } finally {
      Stand.undeploy("/tight");
    }
  }

  private static void send(int port, int count) throws InterruptedException {
    KryonetSender valid = new KryonetSender(Messages.of(System.nanoTime(), count), port);
    Thread sending = new Thread(valid, "valid");
    sending.start();
    Stand.await(LIMIT, "others are served", () -> valid.acknowledgedCount() == count);
    sending.join();
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.setSoTimeout((int) LIMIT.toMillis());
    socket.connect(new InetSocketAddress("127.0.0.1", port));
    return socket;
  }

  /** Reads one frame, such as the server's greeting; returns its length. */
  private static int greeting(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    int length = in.readInt();
    in.readFully(new byte[length]);
    return length;
  }

  /** Reads until the server closes the connection. */
  private static boolean isClosed(Socket socket) {
    try {
      InputStream in = socket.getInputStream();
      int read = in.read();
      while (read >= 0) {
        read = in.read();
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true; // a reset instead
    }
  }

  private static void writeUntilClosed(Socket socket, byte[] frame) {
    ByteBuffer many = ByteBuffer.allocate(frame.length * 500);
    while (many.hasRemaining()) {
      many.put(frame);
    }
    try {
      while (true) {
        socket.getOutputStream().write(many.array());
      }
    } catch (IOException e) {
      // The test waits for this.
    }
  }

  /** Returns a message that is refused with a reply and not stored. */
  private static Recording invalid() {
    Recording valid = Messages.of(1, 1).get(0);
    return new Recording(valid.id(), valid.vsId(), "/", 9, valid.time(), new byte[0]);
  }

  private static byte[] frame(Recording recording) {
    Kryo kryo = new Kryo();
    MessageKryo.register(kryo);
    new KryoSerialization(kryo); // Registers the framework's own messages
    Output object = new Output(1024, -1);
    kryo.writeClassAndObject(object, recording);
    return ByteBuffer.allocate(4 + object.position())
        .putInt(object.position())
        .put(object.toBytes())
        .array();
  }
}
