package io.perfline.sims.capture;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.sims.driver.http.CapturedExchange;
import io.perfline.sims.driver.http.ContentCoding;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Forwards HTTP/1.1 requests to a service and its responses back, and stores both. The number of
 * concurrent requests and the length of bodies are limited.
 */
final class CaptureProxy implements AutoCloseable {

  private static final int MAX_CONCURRENT = 64;
  private static final int MAX_QUEUED = 256;
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofMinutes(2);
  private static final int TOO_LARGE = 413;
  private static final int BAD_GATEWAY = 502;

  static {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // avoids a delay of 40 ms
  }

  private static final long CLOSED_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MAX_CONNECTIONS = 10_000;

  private final URI target;
  private final SecretMask mask;
  private final boolean allBodies;
  private final CaptureFile file;
  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, CaptureProxy::thread);
  private final long begin = System.nanoTime();
  private final Map<InetSocketAddress, Connection> connections = new HashMap<>();
  private final AtomicLong connectionCount = new AtomicLong();
  private final AtomicLong unanswered = new AtomicLong();
  private final AtomicLong bodiesLeftOut = new AtomicLong();
  private final AtomicReference<IOException> failure = new AtomicReference<>();

  /**
   * Starts listening.
   *
   * @param target the address of the service
   * @param allBodies whether to store even bodies of types in which secrets cannot be masked
   * @throws IOException if the address is in use
   */
  CaptureProxy(
      InetSocketAddress listen, URI target, SecretMask mask, boolean allBodies, CaptureFile file)
      throws IOException {
    this.target = target;
    this.mask = mask;
    this.allBodies = allBodies;
    this.file = file;
    threads =
        new ThreadPoolExecutor(
            MAX_CONCURRENT,
            MAX_CONCURRENT,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(MAX_QUEUED),
            CaptureProxy::thread,
            new ThreadPoolExecutor.CallerRunsPolicy());
    server = HttpServer.create(listen, 0);
    timer.setRemoveOnCancelPolicy(true);
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "perfline-capture");
    thread.setDaemon(true);
    return thread;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Returns the reason why exchanges can no longer be stored; null if they can. */
  IOException failure() {
    return failure.get();
  }

  /** Returns the number of requests without a complete response, which are not stored. */
  long unanswered() {
    return unanswered.get();
  }

  /** Returns the number of requests that were stored without their bodies. */
  long bodiesLeftOut() {
    return bodiesLeftOut.get();
  }

  private void pass(HttpExchange exchange) throws IOException {
    long connection = connection(exchange.getRemoteAddress());
    long number;
    long atMicros;
    synchronized (file) {
      number = file.begin();
      atMicros = micros();
    }
    boolean stored = false;
    boolean answered = false;
    try (exchange) {
      byte[] body = body(exchange.getRequestBody());
      if (body == null) {
        answer(exchange, TOO_LARGE, "perf capture passes on no body longer than 8 MiB\n");
        return;
      }
      HttpResponse<InputStream> answer = ask(exchange, body);
      byte[] content = body(answer.body(), ANSWER, timer);
      if (content == null) {
        answer(exchange, BAD_GATEWAY, "perf capture passes on no answer longer than 8 MiB\n");
        return;
      }
      long took = micros() - atMicros;
      answered = true;
      answer(exchange, answer, content);
      stored = true;
      file.end(number, stored(exchange, body, connection, atMicros, answer, content, took));
    } catch (IOException e) {
      if (stored) {
        failure.compareAndSet(null, e);
      } else if (!answered) { // Otherwise the client closed the connection.
        answer(
            exchange, BAD_GATEWAY, "perf capture got no answer from %s: %s%n".formatted(target, e));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!stored) {
        unanswered.incrementAndGet();
        file.leaveOut(number);
      }
      connection(exchange.getRemoteAddress());
    }
  }

  /**
   * Returns the number of the connection from a client's port. After a minute without an exchange
   * the port counts as another connection: by then the server has closed the former one.
   */
  private long connection(InetSocketAddress client) {
    long now = System.nanoTime();
    synchronized (connections) {
      if (connections.size() > MAX_CONNECTIONS) {
        connections.values().removeIf(each -> now - each.used() > CLOSED_NANOS);
      }
      Connection known = connections.get(client);
      boolean same = known != null && now - known.used() <= CLOSED_NANOS;
      long number = same ? known.number() : connectionCount.getAndIncrement();
      connections.put(client, new Connection(number, now));
      return number;
    }
  }

  /**
   * A client's connection.
   *
   * @param number its number in the recording
   * @param used the time of its latest exchange, as of {@link System#nanoTime}
   */
  private record Connection(long number, long used) {}

  private long micros() {
    return (System.nanoTime() - begin) / 1000;
  }

  /** Returns the bytes of a body; null if there are too many. */
  private static byte[] body(InputStream in) throws IOException {
    try (in) {
      byte[] bytes = in.readNBytes(CapturedExchange.MAX_BYTES + 1);
      return bytes.length > CapturedExchange.MAX_BYTES ? null : bytes;
    }
  }

  /**
   * Returns the bytes of a response like {@link #body}. The timeout of a request ends with the
   * headers of its response.
   *
   * @throws IOException if the response does not end in time
   */
  static byte[] body(InputStream in, Duration within, ScheduledThreadPoolExecutor timer)
      throws IOException {
    AtomicBoolean late = new AtomicBoolean();
    Future<Void> closing =
        timer.schedule(
            () -> {
              late.set(true);
              in.close();
              return null;
            },
            within.toMillis(),
            TimeUnit.MILLISECONDS);
    try {
      return body(in);
    } catch (IOException e) {
      throw late.get()
          ? new IOException("it did not end within %d s".formatted(within.toSeconds()), e)
          : e;
    } finally {
      closing.cancel(false);
    }
  }

  private HttpResponse<InputStream> ask(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI().toString()))
            .timeout(ANSWER)
            .method(
                exchange.getRequestMethod(),
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (isPassed(name)) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  private static boolean isPassed(String header) {
    return !header.startsWith(":") && !CapturedExchange.isOfConnection(header);
  }

  private static void answer(HttpExchange exchange, HttpResponse<?> answer, byte[] content)
      throws IOException {
    Headers headers = exchange.getResponseHeaders();
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (isPassed(name)) {
                headers.put(name, List.copyOf(values));
              }
            });
    exchange.sendResponseHeaders(answer.statusCode(), content.length == 0 ? -1 : content.length);
    if (content.length > 0) {
      exchange.getResponseBody().write(content);
    }
    exchange.getResponseBody().close();
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, content.length);
    exchange.getResponseBody().write(content);
  }

  private CapturedExchange stored(
      HttpExchange exchange,
      byte[] body,
      long connection,
      long atMicros,
      HttpResponse<?> answer,
      byte[] content,
      long took) {
    Headers headers = exchange.getRequestHeaders();
    String type = String.valueOf(headers.getFirst("Content-Type"));
    String masked =
        body.length == 0 ? null : masked(body, type, coding(headers.getFirst(ENCODING)));
    boolean whole = masked != null || body.length == 0;
    String text = whole ? masked : allBodies ? text(body) : null;
    if (!whole && !allBodies) {
      bodiesLeftOut.incrementAndGet();
    }
    return new CapturedExchange(
        atMicros,
        connection,
        exchange.getRequestMethod(),
        mask.target(exchange.getRequestURI().toString()),
        mask.headers(headers),
        text,
        !whole && allBodies && text == null ? Base64.getEncoder().encodeToString(body) : null,
        whole || allBodies ? null : type,
        answer.statusCode(),
        mask.headers(answer.headers().map()),
        json(
            content,
            answer.headers().firstValue("content-type").orElse(""),
            coding(answer.headers().firstValue(ENCODING).orElse(null))),
        took);
  }

  private static final String ENCODING = "Content-Encoding";

  private static String coding(String header) {
    return header == null ? ContentCoding.NONE : header.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns a body with its secrets masked; null if secrets cannot be found in a body of this type.
   */
  private String masked(byte[] body, String type, String coding) {
    if (!coding.equals(ContentCoding.NONE)) {
      return null;
    }
    String text = text(body);
    return text != null
            && type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded")
        ? mask.form(text)
        : json(body, type, coding);
  }

  /** Returns JSON with its secrets masked; null if the content is not JSON. */
  private String json(byte[] content, String type, String coding) {
    if (content.length == 0
        || !type.toLowerCase(Locale.ROOT).matches("application/(.+\\+)?json.*")) {
      return null;
    }
    try {
      byte[] decoded =
          coding.equals(ContentCoding.NONE)
              ? content
              : ContentCoding.decode(coding, content, CapturedExchange.MAX_BYTES);
      String text = text(decoded);
      return text == null ? null : mask.json(text);
    } catch (JsonProcessingException notJson) {
      return null;
    } catch (IOException unknownCoding) {
      return null;
    }
  }

  /** Returns the text of UTF-8 bytes; null if they are something else. */
  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException binary) {
      return null;
    }
  }

  /** Stops listening, and aborts the requests that are being forwarded. */
  @Override
  public void close() {
    server.stop(1);
    threads.shutdownNow();
    timer.shutdownNow();
  }
}
