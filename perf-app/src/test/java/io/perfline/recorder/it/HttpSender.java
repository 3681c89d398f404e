package io.perfline.recorder.it;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.recorder.message.Recording;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Posts messages over a few persistent connections, which it reopens after errors. Every other
 * request is a batch.
 */
final class HttpSender extends Sender {

  private static final int CONNECTIONS = 8;

  private final URI address;

  HttpSender(Messages messages, String context) {
    this(messages, Stand.uri(context));
  }

  /**
   * @param recorder the address of the recorder, without a slash at the end
   */
  HttpSender(Messages messages, URI recorder) {
    super(messages);
    this.address = URI.create(recorder + "/virtual-services/" + messages.vsId() + "/recordings");
  }

  @Override
  void send() throws Exception {
    AtomicInteger next = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Thread thread = new Thread(() -> sendFrom(next), "http-sender-" + i);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void sendFrom(AtomicInteger next) {
    int number = next.getAndIncrement();
    while (wants(number)) {
      try (Socket socket = new Socket(address.getHost(), address.getPort())) {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        InputStream in = new BufferedInputStream(socket.getInputStream());
        boolean keep = true;
        while (keep && wants(number)) {
          keep = sendOne(socket, in, number);
          if (isAcknowledged(number)) {
            number = next.getAndIncrement();
            pauseIfEndless();
          }
        }
      } catch (IOException e) {
        LockSupport.parkNanos(20_000_000L); // resend the message over another connection
      }
    }
  }

  private boolean sendOne(Socket socket, InputStream in, int number) throws IOException {
    Recording recording = messages.get(number);
    String json = new String(Messages.json(recording, false), US_ASCII);
    byte[] body = (number % 2 == 0 ? json : "[" + json + "]").getBytes(US_ASCII);
    String head =
        "POST "
            + address.getPath()
            + " HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] request = new byte[head.length() + body.length];
    System.arraycopy(head.getBytes(US_ASCII), 0, request, 0, head.length());
    System.arraycopy(body, 0, request, head.length(), body.length);
    socket.getOutputStream().write(request);
    RawResponse response = RawResponse.read(in);
    if (response.status() == 201) {
      acknowledge(number);
    } else if (response.status() == 503
        || response.status() == 404) { // full, stopped, or being redeployed
      LockSupport.parkNanos(50_000_000L);
    } else {
      throw new IllegalStateException("answered " + response);
    }
    return !response.head().toLowerCase(Locale.ROOT).contains("connection: close");
  }
}
