package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocket;

/**
 * A server on a free loopback port that answers each request with the bytes that a test returns.
 */
final class ScriptedServer implements AutoCloseable {

  /** Decides about responses. */
  interface Script {
    /**
     * Returns the response to the {@code n}th request, counted from 0 over all connections. Null
     * closes the connection; an empty text never answers.
     */
    String answer(int n, String request);
  }

  private final int each;
  private final Semaphore closed = new Semaphore(0);
  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<Closeable> sockets = new ConcurrentLinkedQueue<>();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();

  ScriptedServer(Script script) throws IOException {
    this(script, Integer.MAX_VALUE);
  }

  /**
   * @param each number of responses after which it silently closes a connection
   */
  ScriptedServer(Script script, int each) throws IOException {
    this(script, each, ServerSocketFactory.getDefault());
  }

  /**
   * @param each number of responses after which it closes a connection
   * @param sockets with or without TLS
   */
  ScriptedServer(Script script, int each, ServerSocketFactory sockets) throws IOException {
    this.each = each;
    listener = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(() -> accept(script));
  }

  private void accept(Script script) {
    try {
      while (true) {
        Socket socket = listener.accept();
        if (listener.isClosed()) {
          socket.close();
          return;
        }
        sockets.add(socket);
        connections.incrementAndGet();
        threads.execute(() -> serve(socket, script));
      }
    } catch (IOException e) {
      sockets.add(listener); // closed at the end of the test
    }
  }

  private void serve(Socket socket, Script script) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String request = request(in);
      for (int answers = 1; answers <= each; answers++) {
        requests.add(request);
        String answer = script.answer(count.getAndIncrement(), request);
        if (answer == null) {
          return;
        }
        socket.getOutputStream().write(answer.getBytes(US_ASCII));
        if (answers < each) {
          request = request(in);
        }
      }
    } catch (EOFException | SocketException e) {
      sockets.remove(socket); // the client closed the connection
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } finally {
      closed.release();
    }
  }

  /** Waits until that many more connections are closed and the client has noticed. */
  void awaitClosed(int count) {
    try {
      if (!closed.tryAcquire(count, 30, TimeUnit.SECONDS)) {
        throw new AssertionError("the connection was not closed: " + requests.size() + " requests");
      }
      // On a busy machine the client notices the end of a connection some time after close().
      TimeUnit.MILLISECONDS.sleep(200);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String request(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    int length = -1;
    while (length < 0 || text.length() < length) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      text.append((char) next);
      if (length < 0 && text.indexOf("\r\n\r\n") >= 0) {
        length = text.length() + contentLength(text.toString());
      }
    }
    return text.toString();
  }

  private static int contentLength(String head) {
    return head.lines()
        .filter(line -> line.startsWith("Content-Length: "))
        .map(line -> Integer.valueOf(line.substring(16)))
        .findFirst()
        .orElse(0);
  }

  URI url() {
    String scheme = listener instanceof SSLServerSocket ? "https" : "http";
    return URI.create(scheme + "://127.0.0.1:" + listener.getLocalPort() + "/recorder");
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  int connections() {
    return connections.get();
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
