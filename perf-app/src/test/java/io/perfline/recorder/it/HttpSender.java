package io.perfline.recorder.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.joining;

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
import java.util.stream.IntStream;

/**
 * Posts messages over a few persistent connections, which it reopens after errors. Every other
 * request is a batch.
 */
final class HttpSender extends Sender {

  private static final int CONNECTIONS = 8;

  /** The number of messages of a batch; large ones are sent one by one. */
  private static final int BATCH = 20;

  private final URI address;
  private final int batch;

  HttpSender(Messages messages, String context) {
    this(messages, Stand.uri(context));
  }

  /**
   * @param recorder the address of the recorder, without a slash at the end
   */
  HttpSender(Messages messages, URI recorder) {
    super(messages);
    this.batch = messages.mixed() ? 1 : BATCH;
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
    int request = next.getAndIncrement();
    while (wants(first(request))) {
      try (Socket socket = new Socket(address.getHost(), address.getPort())) {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        InputStream in = new BufferedInputStream(socket.getInputStream());
        boolean keep = true;
        while (keep && wants(first(request))) {
          keep = sendOne(socket, in, request);
          if (isAcknowledged(first(request))) {
            request = next.getAndIncrement();
            pauseIfEndless();
          }
        }
      } catch (IOException e) {
        LockSupport.parkNanos(20_000_000L); // resend the messages over another connection
      }
    }
  }

  /** Returns the number of the first message of a request. */
  private int first(int request) {
    return request / 2 * (1 + batch) + request % 2;
  }

  private IntStream numbers(int request) {
    int first = first(request);
    return IntStream.range(
        first, Math.min(messages.count(), first + (isBatch(request) ? batch : 1)));
  }

  private static boolean isBatch(int request) {
    return request % 2 == 1;
  }

  private String json(int number) {
    return new String(Messages.json(messages.get(number), false), US_ASCII);
  }

  private boolean sendOne(Socket socket, InputStream in, int request) throws IOException {
    byte[] body =
        (isBatch(request)
                ? numbers(request).mapToObj(this::json).collect(joining(",", "[", "]"))
                : json(first(request)))
            .getBytes(US_ASCII);
    String head =
        "POST "
            + address.getPath()
            + " HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] bytes = new byte[head.length() + body.length];
    System.arraycopy(head.getBytes(US_ASCII), 0, bytes, 0, head.length());
    System.arraycopy(body, 0, bytes, head.length(), body.length);
    socket.getOutputStream().write(bytes);
    RawResponse response = RawResponse.read(in);
    if (response.status() == 201) {
      numbers(request).forEach(this::acknowledge);
    } else if (response.status() == 503
        || response.status() == 404) { // full, stopped, or being redeployed
      LockSupport.parkNanos(50_000_000L);
    } else {
      throw new IllegalStateException("answered " + response);
    }
    return !response.head().toLowerCase(Locale.ROOT).contains("connection: close");
  }
}
