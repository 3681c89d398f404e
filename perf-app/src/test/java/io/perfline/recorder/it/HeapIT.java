package io.perfline.recorder.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.it.Stand.At;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tomcat's heap of 256 MiB holds; {@code -Drecorder.it.mixed=1000} for more messages. */
class HeapIT {

  private static final int MIXED = Integer.getInteger("recorder.it.mixed", 40);
  private static final int WAITING = Integer.getInteger("recorder.it.waiting", 2000);
  private static final int KRYONET_CLIENTS = 4;
  private static final Duration LIMIT = Duration.ofMinutes(2).plusMillis(500L * MIXED);

  @BeforeEach
  void deploy() {
    Stand.ready(At.K);
  }

  @AfterEach
  void nothingRanOutOfMemory() {
    assertThat(Stand.tomcat().isAlive()).isTrue();
    assertThat(Stand.logs()).doesNotContain("OutOfMemoryError");
  }

  @Test
  void underMessagesOfEverySizeOverEveryWayIn() throws InterruptedException {
    long seed = System.nanoTime();
    List<Sender> senders = new ArrayList<>();
    senders.add(new HttpSender(Messages.mixed(seed, 2 * MIXED), At.K.path()));
    senders.add(new KafkaSender(Messages.mixed(seed + 1, MIXED), At.K));
    for (int i = 0; i < KRYONET_CLIENTS; i++) {
      Messages some = Messages.mixed(seed + 2 + i, MIXED);
      senders.add(new KryonetSender(some, At.K.kryonetPort));
    }
    List<Thread> threads = senders.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join(LIMIT.toMillis());
    }
    assertThat(senders)
        .allSatisfy(
            sender -> {
              assertThat(sender.failure()).isNull();
              assertThat(sender.acknowledgedCount()).isEqualTo(sender.messages.count());
            });
  }

  /** Each request that waits for the store holds what the server made for it. */
  @Test
  void underRequestsThatWaitForAStoreThatStands() throws Exception {
    Map<String, Integer> answers = new TreeMap<>();
    byte[] request = request();
    List<Socket> sockets = connect();
    signal("STOP");
    try {
      for (Socket socket : sockets) {
        send(request, socket);
      }
    } finally {
      signal("CONT");
    }
    for (Socket socket : sockets) {
      answers.merge(answer(socket), 1, Integer::sum);
    }
    System.out.println("while the store stands, " + WAITING + " requests are answered " + answers);
    Stand.await(LIMIT, "ready again", () -> Stand.isReady(At.K));
  }

  private static List<Socket> connect() throws IOException {
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < WAITING; i++) {
      Socket socket = new Socket("127.0.0.1", Stand.tomcat().url().getPort());
      socket.setSoTimeout((int) LIMIT.toMillis());
      sockets.add(socket);
    }
    return sockets;
  }

  private static void send(byte[] request, Socket socket) {
    try {
      socket.getOutputStream().write(request);
    } catch (IOException e) {
      // Tomcat has closed what said nothing for too long; the answer says so.
    }
  }

  /** What it was answered, in a few words. */
  private static String answer(Socket socket) {
    try (socket) {
      RawResponse response = RawResponse.read(socket.getInputStream());
      assertThat(response.status()).as(response.toString()).isIn(201, 503);
      return response.status() == 201
          ? "stored"
          : response.toString().replaceFirst("(?s).*\"detail\":\"([^\":]*).*", "$1");
    } catch (IOException e) {
      return "closed while nothing was sent";
    }
  }

  private static byte[] request() {
    Messages one = Messages.of(System.nanoTime(), 1);
    String body = new String(Messages.json(one.get(0), false), US_ASCII);
    return ("POST "
            + At.K.path()
            + "/virtual-services/"
            + one.vsId()
            + "/recordings HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(US_ASCII);
  }

  private static void signal(String name) throws IOException, InterruptedException {
    String pid = Long.toString(Stand.kafka().pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor()).isZero();
  }
}
