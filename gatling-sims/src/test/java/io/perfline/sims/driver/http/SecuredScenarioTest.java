package io.perfline.sims.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ServiceTrust;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Keystores;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests scenarios against a real HTTPS server with authentication. */
class SecuredScenarioTest {

  private static final String PASSWORD = "test-password";
  private static final String HEAD =
      """
      version: 1
      service:
        url: https://127.0.0.1:1
        auth: {basic: {user: '${SHOP_USER}', password: '${SHOP_PASSWORD}'}}
      load:
      """;

  private final List<String> received = Collections.synchronizedList(new ArrayList<>());
  private final List<String> outcome = new ArrayList<>();
  private final List<Long> thoughts = new ArrayList<>();
  private final SSLContext defaultContext = defaultContext();
  private String head = HEAD;
  private HttpsServer server;
  @TempDir private static Path folder;
  private static Keystores keys;

  private static SSLContext defaultContext() {
    try {
      return SSLContext.getDefault();
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeAll
  static void makeKey() throws Exception {
    keys = new Keystores(folder, PASSWORD);
    keys.key("shop", "127.0.0.1");
  }

  @BeforeEach
  void startServer() throws Exception {
    KeyStore own = KeyStore.getInstance(folder.resolve("shop.p12").toFile(), secret());
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(own, secret());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.setExecutor(Executors.newCachedThreadPool());
    server
        .createContext(
            "/",
            exchange -> {
              received.add(
                  exchange.getRequestMethod()
                      + " "
                      + exchange.getRequestURI()
                      + " "
                      + exchange.getRequestHeaders().getFirst("Cookie"));
              boolean login = exchange.getRequestURI().getPath().equals("/login");
              if (login) {
                exchange.getResponseHeaders().add("Set-Cookie", "session=abc; Secure; HttpOnly");
                exchange.getResponseHeaders().add("Location", url() + "/account?tab=1");
              }
              exchange.sendResponseHeaders(login ? 303 : 204, -1);
              exchange.close();
            })
        .setAuthenticator(
            new BasicAuthenticator("shop") {
              @Override
              public Result authenticate(HttpExchange exchange) {
                String output = exchange.getRequestHeaders().getFirst("Authorization");
                return "Bearer a.token".equals(output)
                    ? new Success(new HttpPrincipal("Ann", "shop"))
                    : super.authenticate(exchange);
              }

              @Override
              public boolean checkCredentials(String user, String password) {
                return user.equals("Ann") && password.equals("ü:b");
              }
            });
    server.start();
  }

  @AfterEach
  void stopServer() {
    SSLContext.setDefault(defaultContext);
    server.stop(0);
  }

  private static char[] secret() {
    return PASSWORD.toCharArray();
  }

  private void trust() throws Exception {
    TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(KeyStore.getInstance(keys.trusting("shop").toFile(), secret()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    SSLContext.setDefault(context);
  }

  @Test
  void sendsUserAndPasswordToATrustedServer() throws Exception {
    trust();

    send("ü:b", "  a: {connections: 1, requests: [{get: /}, {get: /b}]}");
    send("wrong", "  a: {connections: 1, requests: [{get: /}]}");

    assertThat(outcome).containsExactly("succeeded", "status 401");
  }

  @Test
  void keepsCookiesAndUserAfterARedirect() throws Exception {
    trust();

    send(
        "ü:b",
        "  a: {connections: 1, redirects: true, requests: [{post: /login, body: x}, {get: /b}]}");

    assertThat(outcome).containsExactly("succeeded");
    assertThat(received)
        .containsExactly(
            "POST /login null", "GET /account?tab=1 session=abc", "GET /b session=abc");
  }

  @Test
  void keepsABearerTokenAfterARedirect() throws Exception {
    trust();
    head = HEAD.replaceFirst("basic: .*", "bearer: '\\${SHOP_PASSWORD}'}");

    send("a.token", "  a: {connections: 1, redirects: true, requests: [{get: /login}]}");
    send("a.lie", "  a: {connections: 1, redirects: true, requests: [{get: /login}]}");

    assertThat(outcome).containsExactly("succeeded", "status 401");
    assertThat(received).containsExactly("GET /login null", "GET /account?tab=1 session=abc");
  }

  @Test
  void doesNotConnectToAnUntrustedServer() {
    assertThatThrownBy(() -> send("ü:b", "  a: {connections: 1, requests: [{get: /}]}"))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("service: {trust: FILE}")
        .hasMessageNotContaining("is it running");
    assertThat(outcome).isEmpty();
  }

  @Test
  void trustsTheCertificatesOfAFile() throws Exception {
    keys.certificate("shop");
    head = HEAD.replace("service:\n", "service:\n  trust: shop.pem\n");

    send("ü:b", "  a: {connections: 1, requests: [{get: /}]}");

    assertThat(outcome).containsExactly("succeeded");
  }

  @Test
  void acceptsAnyCertificateIfConfigured() throws Exception {
    head = HEAD.replace("service:\n", "service:\n  insecure: true\n");

    send("ü:b", "  a: {connections: 1, requests: [{get: /}]}");

    assertThat(outcome).containsExactly("succeeded");
  }

  @Test
  void refusesAFileWithoutCertificates() throws Exception {
    Files.writeString(folder.resolve("none.pem"), "none");
    head = HEAD.replace("service:\n", "service:\n  trust: none.pem\n");

    assertThatThrownBy(() -> send("ü:b", "  a: {connections: 1, requests: [{get: /}]}"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("none.pem can't be read as certificates in PEM");
  }

  @Test
  void sessionsWaitTheirThinkTimeBeforeEachRequest() throws Exception {
    trust();

    send("ü:b", "  a: {users: 1, think_time: 10 ms, requests: [{get: /}, {get: /b}]}");

    assertThat(outcome).containsExactly("succeeded");
    // Each think time is reported before it starts, and how much longer it took after it ended.
    assertThat(thoughts).hasSize(4).allMatch(nanos -> nanos >= 0);
    assertThat(List.of(thoughts.get(0), thoughts.get(2)))
        .allMatch(nanos -> nanos >= millis(5) && nanos <= millis(15));
  }

  private String url() {
    return "https://127.0.0.1:" + server.getAddress().getPort();
  }

  private static long millis(int count) {
    return Duration.ofMillis(count).toNanos();
  }

  private void send(String password, String load) throws Exception {
    Path file = folder.resolve("perf.yml");
    Files.writeString(file, head + load);
    Project project = ProjectFile.read(file);
    ServiceTrust.apply(project.service());
    ScenarioDriver driver =
        new ScenarioDriver(
            project.loads(Scenario.class).get("a"),
            project.service().login(),
            new ProcessVariables(file, Map.of("SHOP_USER", "Ann", "SHOP_PASSWORD", password)));
    CaseSettings settings = new CaseSettings(Map.of());
    Environment environment = Environment.named("test").at(URI.create(url()));
    try (Session session = driver.open(environment, Target.SERVICE, "test", settings);
        Connection connection = session.connect(0, new Notes())) {
      connection.send(0);
    }
  }

  private final class Notes implements RequestListener {
    @Override
    public void succeeded(long request, int messages, long bytes) {
      outcome.add("succeeded");
    }

    @Override
    public void failed(long request, String kind) {
      outcome.add(kind);
    }

    @Override
    public void thinks(long request, long nanos) {
      thoughts.add(nanos);
    }
  }
}
