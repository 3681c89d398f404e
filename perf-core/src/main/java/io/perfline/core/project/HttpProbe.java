package io.perfline.core.project;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Checks over HTTP whether a server is ready and which build it runs.
 *
 * @param server its address, without a slash at the end
 * @param authorization the value of the header {@code Authorization}; null for none
 */
public record HttpProbe(URI server, String authorization) {

  /** The advice to the user if a certificate is not trusted. */
  public static final String TRUST =
      "if its certificate is signed by an authority of your own, name that in perf.yml:"
          + " service: {trust: FILE}";

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 100;
  private static final int MAX_QUOTED = 300;

  /** The time after which waiting is reported. */
  private static final Duration SILENT = Duration.ofSeconds(2);

  private static final int NOT_FOUND = 404;

  /** The time after which a path that is not found counts as wrong. */
  private static final Duration MAY_APPEAR = Duration.ofSeconds(6);

  /** The connection preface of an HTTP/2 client (RFC 9113, 3.4). */
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

  private static final int FRAME_HEADER = 9;
  private static final int TYPE = 3;
  private static final byte SETTINGS = 4;

  /** The status and body of a response. */
  public record Answer(int status, String body) {

    /** Parses the body. */
    public JsonNode json() throws IOException {
      return Json.MAPPER.readTree(body);
    }
  }

  /** The HTTP client, which is created on first use, because that takes a quarter of a second. */
  private static final class Client {
    static final HttpClient INSTANCE =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
  }

  /** Creates a probe without credentials. */
  public HttpProbe(URI server) {
    this(server, null);
  }

  public HttpProbe(URI server, String user, String password) {
    this(server, basic(user, password));
  }

  /** Returns the value of the header {@code Authorization} for a user and password. */
  public static String basic(String user, String password) {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  /** Sends a GET request. */
  public Answer get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(server + path)));
  }

  /** Sends a GET request and returns the status of the response, whose body is discarded. */
  public int status(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(server + path)), BodyHandlers.discarding())
        .statusCode();
  }

  /** Sends an InfluxQL statement to an InfluxDB. */
  public Answer query(String statement) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(server + "/query"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "q=" + URLEncoder.encode(statement, StandardCharsets.UTF_8))));
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response = send(request, BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body());
  }

  private <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> body)
      throws IOException, InterruptedException {
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    var future = Client.INSTANCE.sendAsync(request.timeout(TIMEOUT).build(), body);
    try {
      // The timeout of the request ends with the response's headers.
      return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("the response was not complete in time");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } finally {
      future.cancel(true);
    }
  }

  /**
   * Waits until the service's response is that of a ready service. If its path is not found for six
   * seconds, only a check with a longer time than the default waits on.
   *
   * @param mayBecomeReady returns false if the service can no longer become ready
   * @param progress receives a line if that takes longer than two seconds
   * @throws Fault (exit code 3) with the last response, if the service is not ready in time
   */
  public void awaitReady(
      ReadyCheck check, Duration timeout, BooleanSupplier mayBecomeReady, Consumer<String> progress)
      throws InterruptedException {
    long begin = System.nanoTime();
    boolean announced = false;
    boolean patient = check == null || check.within().compareTo(ReadyCheck.DEFAULT.within()) > 0;
    long found = begin;
    Unready state = state(check);
    while (state != null) {
      if (!mayBecomeReady.getAsBoolean()) {
        throw Fault.noVerdict("the service for %s ended before it was ready".formatted(server));
      }
      long now = System.nanoTime();
      found = state.answer() == Answered.NOT_FOUND ? found : now;
      if (!patient && now - found > MAY_APPEAR.toNanos()) {
        String other = new ServiceSurvey(this).otherHealth();
        throw Fault.noVerdict(notReady(state, other, MAY_APPEAR));
      }
      if (now - begin > timeout.toNanos()) {
        throw Fault.noVerdict(notReady(state, "", timeout));
      }
      if (!announced && now - begin > SILENT.toNanos()) {
        announced = true;
        progress.accept(
            "waiting at most %d s until the service answers: %s"
                .formatted(timeout.toSeconds(), notReady(state, "", Duration.ZERO)));
      }
      Thread.sleep(POLL_MILLIS);
      state = state(check);
    }
  }

  /** Waits until the server sends any response over HTTP. */
  public void awaitReachable(Duration timeout, Consumer<String> progress)
      throws InterruptedException {
    awaitReady(null, timeout, () -> true, progress);
  }

  private String notReady(Unready state, String more, Duration timeout) {
    String tried = timeout.isZero() ? "" : ", tried for %d s".formatted(timeout.toSeconds());
    String why = state.why() + more + tried;
    return state.answer() == Answered.NOTHING
        ? "%s is not reachable (%s)".formatted(server, why)
        : "the service is not ready (%s)".formatted(why);
  }

  /**
   * A response, or the lack of one, of a service that is not ready.
   *
   * @param answer whether it answered
   */
  private record Unready(String why, Answered answer) {}

  private enum Answered {
    NOTHING,
    NOT_FOUND,
    OTHER
  }

  /**
   * Returns why the service is not ready; null if it is ready. A service without HTTP/1.1, such as
   * a gRPC service, is ready as soon as it speaks HTTP/2, unless the check names a path.
   *
   * @param check the check; null if any response suffices
   */
  private Unready state(ReadyCheck check) throws InterruptedException {
    String path = check == null ? "/" : check.get();
    try {
      Answer answer = get(path);
      if (check == null || answer.status() == check.status()) {
        return null;
      }
      boolean notFound = answer.status() == NOT_FOUND;
      return new Unready(
          "GET %s%s is answered with %d, not %d%s; is 'ready' right?"
              .formatted(
                  server,
                  path,
                  answer.status(),
                  check.status(),
                  notFound ? "" : quoted(answer.body())),
          notFound ? Answered.NOT_FOUND : Answered.OTHER);
    } catch (HttpConnectTimeoutException e) {
      return new Unready(
          "no connection within %d s".formatted(TIMEOUT.toSeconds()), Answered.NOTHING);
    } catch (ConnectException e) {
      boolean unknown =
          Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
              .anyMatch(UnresolvedAddressException.class::isInstance);
      return new Unready(unknown ? "unknown host" : "connection refused", Answered.NOTHING);
    } catch (IOException e) {
      if ((check == null || check.asksForRoot()) && answersHttp2(server, TIMEOUT)) {
        return null;
      }
      return e instanceof SSLException
          ? new Unready(e.getMessage() + "; " + TRUST, Answered.NOTHING)
          : new Unready("GET %s%s fails: %s".formatted(server, path, e), Answered.OTHER);
    }
  }

  /** Returns the beginning of a body in quotes, unless it is an HTML page. */
  private static String quoted(String body) {
    String line = OutsideText.line(body, MAX_QUOTED);
    return line.isEmpty() || line.startsWith("<") ? "" : ": " + line;
  }

  /**
   * Returns the commit from which the service was built, followed by {@code -dirty} if the service
   * reports that the work tree had changes.
   *
   * @throws Fault (exit code 3) if the service reports no commit
   */
  public String commit(CommitProbe probe) throws InterruptedException {
    String where = server + probe.get();
    try {
      Answer answer = get(probe.get());
      if (answer.status() != 200) {
        throw Fault.noVerdict("GET %s is answered with %d".formatted(where, answer.status()));
      }
      if (probe.json() == null) {
        return answer.body().strip();
      }
      JsonNode all = answer.json();
      JsonNode found = all.at(probe.json());
      if (!found.isTextual()) {
        throw Fault.noVerdict("GET %s contains no commit at %s".formatted(where, probe.json()));
      }
      JsonNode dirty = probe.dirty() == null ? BooleanNode.FALSE : all.at(probe.dirty());
      if (!dirty.isBoolean()) {
        throw Fault.noVerdict(
            "GET %s contains neither true nor false at %s".formatted(where, probe.dirty()));
      }
      return dirty.asBoolean() ? found.asText() + "-dirty" : found.asText();
    } catch (IOException e) {
      throw Fault.noVerdict("GET %s: %s".formatted(where, e), e);
    }
  }

  /** Returns the address without credentials. */
  @Override
  public String toString() {
    return server.toString();
  }

  /** Returns whether the server answers an HTTP/2 preface with its settings. */
  private static boolean answersHttp2(URI server, Duration timeout) {
    boolean tls = "https".equals(server.getScheme());
    int port = server.getPort() >= 0 ? server.getPort() : tls ? 443 : 80;
    int millis = (int) timeout.toMillis();
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(server.getHost(), port), millis);
      plain.setSoTimeout(millis);
      try (Socket socket = tls ? secured(plain, server.getHost(), port) : plain) {
        OutputStream out = socket.getOutputStream();
        ByteBuffer greeting = ByteBuffer.allocate(PREFACE.length + FRAME_HEADER).put(PREFACE);
        greeting.put(PREFACE.length + TYPE, SETTINGS); // an empty frame
        out.write(greeting.array());
        out.flush();
        byte[] answer = socket.getInputStream().readNBytes(FRAME_HEADER);
        return answer.length == FRAME_HEADER && answer[TYPE] == SETTINGS;
      }
    } catch (IOException e) {
      return false;
    }
  }

  private static SSLSocket secured(Socket plain, String host, int port) throws IOException {
    try {
      SSLSocket socket =
          (SSLSocket)
              SSLContext.getDefault().getSocketFactory().createSocket(plain, host, port, true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      return socket;
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("this Java has no TLS", e);
    }
  }
}
