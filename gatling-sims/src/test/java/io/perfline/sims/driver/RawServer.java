package io.perfline.sims.driver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * A server on a free loopback port that sees and sends bytes, also those that no HTTP library lets
 * pass. Texts have one character per byte.
 */
public final class RawServer implements AutoCloseable {

  private final ServerSocket listener;
  private final Function<String, String> answers;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final Queue<Closeable> sockets = new ConcurrentLinkedQueue<>();

  /**
   * @param answers returns the response to a request; both are complete
   */
  public RawServer(Function<String, String> answers) throws IOException {
    this.answers = answers;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** Returns a response with a length. */
  public static String answer(int status, String headers, String body) {
    return "HTTP/1.1 %d X\r\n%sContent-Length: %d\r\n\r\n%s"
        .formatted(status, headers, body.length(), body);
  }

  /** Returns the bytes of a text in a charset, as one character each. */
  public static String bytes(String text, String charset) {
    return new String(text.getBytes(java.nio.charset.Charset.forName(charset)), ISO_8859_1);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        sockets.add(socket);
        threads.execute(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      for (String request = request(in); request != null; request = request(in)) {
        requests.add(request);
        socket.getOutputStream().write(answers.apply(request).getBytes(ISO_8859_1));
      }
    } catch (IOException e) {
      sockets.remove(socket); // the client has closed the connection
    }
  }

  private static String request(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String text = "";
    while (!text.endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      bytes.write(next);
      text = next == '\n' ? bytes.toString(ISO_8859_1) : "";
    }
    int length =
        text.lines()
            .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
            .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
            .findFirst()
            .orElse(0);
    return text + new String(in.readNBytes(length), ISO_8859_1);
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** Returns all requests. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Returns the targets of all requests. */
  public List<String> targets() {
    return requests.stream().map(request -> request.split(" ", 3)[1]).toList();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Closeable socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
