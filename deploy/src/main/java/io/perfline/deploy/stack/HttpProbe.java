package io.perfline.deploy.stack;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** Small requests that ask a server whether it answers. */
final class HttpProbe {

  /** Status and body of a response. */
  record Answer(int status, String body) {}

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Made when first needed: it costs a quarter of a second. */
  private static final class Client {
    static final HttpClient INSTANCE =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
  }

  private HttpProbe() {}

  /** Without credentials. */
  static Answer get(URI url) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(url));
  }

  static Answer get(URI url, String user, String password)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(url).header("Authorization", basic(user, password)));
  }

  /** An InfluxQL statement as a form; {@code user} null for no credentials. */
  static Answer query(URI influxdb, String statement, String user, String password)
      throws IOException, InterruptedException {
    String form = "q=" + URLEncoder.encode(statement, StandardCharsets.UTF_8);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(influxdb.resolve("/query"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form));
    if (user != null) {
      request.header("Authorization", basic(user, password));
    }
    return send(request);
  }

  static String basic(String user, String password) {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  private static Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    var response = Client.INSTANCE.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body());
  }
}
