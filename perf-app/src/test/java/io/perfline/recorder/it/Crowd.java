package io.perfline.recorder.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Many clients, each with its own connection and one small message. */
final class Crowd {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private final byte[] request;
  private final List<Socket> sockets = new ArrayList<>();

  private Crowd(String context) {
    Messages messages = Messages.of(System.nanoTime(), 1);
    String body = new String(Messages.json(messages.get(0), false), US_ASCII);
    String path = context + "/virtual-services/" + messages.vsId() + "/recordings";
    request =
        ("POST "
                + path
                + " HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body)
            .getBytes(US_ASCII);
  }

  /** Connects clients to the recorder at a context path. */
  static Crowd of(int count, String context) throws IOException {
    Crowd crowd = new Crowd(context);
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket("127.0.0.1", Stand.tomcat().url().getPort());
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      crowd.sockets.add(socket);
    }
    return crowd;
  }

  /** Sends the message of each client. */
  void send() {
    for (Socket socket : sockets) {
      try {
        socket.getOutputStream().write(request);
      } catch (IOException e) {
        // The server closed an idle connection; the response shows it.
      }
    }
  }

  /** Returns the number of responses by short text, and closes the connections. */
  Map<String, Integer> answers() {
    Map<String, Integer> answers = new TreeMap<>();
    sockets.forEach(socket -> answers.merge(answer(socket), 1, Integer::sum));
    return answers;
  }

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
}
