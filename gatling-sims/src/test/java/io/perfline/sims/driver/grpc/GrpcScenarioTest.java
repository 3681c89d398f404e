package io.perfline.sims.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Keystores;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.driver.http2.Http2Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests gRPC scenarios against a real server. */
@Timeout(60)
class GrpcScenarioTest {

  private static final String HEAD =
      """
      version: 1
      service: {url: '%s', auth: {bearer: '${TOKEN}'}}
      load:
        orders:
          connections: 1
          protocol: grpc
      """;

  private static final String PASSWORD = "test-password";
  private static final String PLACE = "shop.v1.Orders/Place";

  @TempDir private Path folder;
  private final List<String> outcome = new ArrayList<>();
  private final List<FailedAnswer> failures = new ArrayList<>();
  private OrdersServer server;

  @BeforeEach
  void start() throws IOException {
    server = OrdersServer.start();
    OrdersServer.write(folder);
    Files.writeString(folder.resolve("orders.csv"), "item,count\npen,3\nink,5\n");
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"''", "'proto: protos/shop/orders.proto'"})
  void sendsMessagesAndChecksResponses(String proto) throws Exception {
    send(
        3,
        """
            %s
            data: orders.csv
            requests:
              - grpc: shop.v1.Orders/Place
                message: {item: '${item}', count: '${count}', prices: [{cents: 7, unit: DOLLAR}],
                          extras: {gift: {cents: 1}}, at: '2026-01-02T03:04:05Z'}
                metadata: {x-user: 'user of ${item}'}
                expect:
                  status: OK
                  json: {/orderId: 'order of ${item}', /total/cents: '${count}00', /left: 0}
                  header: {content-type: application/grpc}
                save: {id: {json: /orderId}}
              - grpc: shop.v1.Orders/Place
                message: {item: '${id}'}
                expect: {json: {/user: 'null', /orderId: 'order of order of ${item}'}}
        """
            .formatted(proto));

    assertThat(outcome)
        .containsExactly("0 ok", "1 ok", "ok", "0 ok", "1 ok", "ok", "0 ok", "1 ok", "ok");
    assertThat(server.items())
        .containsExactly("pen", "order of pen", "ink", "order of ink", "pen", "order of pen");
  }

  @Test
  void namesTheStatusOfAFailedCall() throws Exception {
    send(2, "    requests: [{grpc: %s, message: {item: missing}}]".formatted(PLACE));

    assertThat(outcome).containsExactly("status NOT_FOUND", "status NOT_FOUND");
    assertThat(failures.get(0).received()).contains("gRPC NOT_FOUND", "grpc-message: no such item");
    assertThat(failures.get(0).checks()).containsExactly("FAIL  status NOT_FOUND, expected [OK]");
  }

  @Test
  void acceptsAnotherStatus() throws Exception {
    send(
        1,
        "    requests: [{grpc: %s, message: {item: missing}, expect: {status: [OK, NOT_FOUND]}}]"
            .formatted(PLACE));

    assertThat(outcome).containsExactly("ok");
  }

  @Test
  void namesTheFieldThatDiffers() throws Exception {
    send(
        1,
        "    requests: [{grpc: %s, message: {item: pen}, expect: {json: {/orderId: ink, /no: 1}}}]"
            .formatted(PLACE));

    assertThat(outcome).hasSize(1).first().asString().matches("json /(orderId|no)");
    assertThat(failures.get(0).checks())
        .contains(
            "ok    status OK",
            "FAIL  json /no: nothing, expected 1",
            "FAIL  json /orderId: \"order of pen\", expected \"ink\"");
  }

  @Test
  void aCallWithoutAResponseEndsAtItsDeadline() throws Exception {
    send(1, "    timeout: 1 s\n    requests: [{grpc: %s, message: {item: slow}}]".formatted(PLACE));

    assertThat(outcome).containsExactly("timeout");
  }

  @Test
  void aValueThatDoesNotFitItsFieldIsAnError() throws Exception {
    send(
        1,
        """
            data: orders.csv
            requests: [{grpc: shop.v1.Orders/Place, message: {count: 'x${count}'}}]
        """);

    assertThat(outcome).containsExactly("UnfitMessage");
    assertThat(server.items()).isEmpty();
  }

  @Test
  void usesTlsIfTheAddressAsksForIt() throws Exception {
    Keystores keys = new Keystores(folder, PASSWORD);
    keys.key("shop", "127.0.0.1");
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(
        KeyStore.getInstance(folder.resolve("shop.p12").toFile(), PASSWORD.toCharArray()),
        PASSWORD.toCharArray());
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(KeyStore.getInstance(keys.trusting("shop").toFile(), PASSWORD.toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trusted.getTrustManagers(), null);
    SSLContext defaultContext = SSLContext.getDefault();
    server.close();
    server = OrdersServer.secured(managers);
    SSLContext.setDefault(context);
    try {
      send(2, "    requests: [{grpc: %s, message: {item: pen}}]".formatted(PLACE));
    } finally {
      SSLContext.setDefault(defaultContext);
    }

    assertThat(outcome).containsExactly("ok", "ok");
    assertThatThrownBy(() -> send(1, "    requests: [{grpc: %s}]".formatted(PLACE)))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("cannot get the gRPC services of https://127.0.0.1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shop.v1.Orders/Plaze | {} | the service shop.v1.Orders has no method 'Plaze'; it has: Place, Watch
          shop.v1.Orders/Watch | {} | the method shop.v1.Orders/Watch streams messages
          shop.v1.Orders/Place | {itm: pen} | place: the message is not a shop.v1.Order: Cannot find field: itm
          shop.v1.Orders/Place | {itm: '${uuid}'} | has no field 'itm'; it has: item, count, prices, extras, at
          shop.v1.Orders/Place | {prices: [{cent: '${now}'}]} | the message common.Money has no field 'cent'
          shop.v1.Orders/Place | {extras: {a: {cent: '${now}'}}} | the message common.Money has no field 'cent'
          shop.v1.Orders/Place | {count: many} | place: the message is not a shop.v1.Order
          """)
  void refusesCallsThatTheServiceDoesNotHave(String method, String message, String problem) {
    String call = "    requests: [{grpc: %s, name: place, message: %s}]".formatted(method, message);

    assertThatThrownBy(() -> send(1, "    proto: protos/shop/orders.proto\n" + call))
        .isInstanceOfSatisfying(
            Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(Fault.CONFIGURATION))
        .hasMessageContaining("scenario 'orders': ")
        .hasMessageContaining(problem);
    assertThatThrownBy(() -> send(1, call))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining(problem);
    assertThat(server.items()).isEmpty();
  }

  @Test
  void namesTheServicesOfTheServer() {
    assertThatThrownBy(() -> send(1, "    requests: [{grpc: shop.v2.Orders/Place}]"))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("does not describe the service shop.v2.Orders")
        .hasMessageContaining("it has: shop.v1.Orders");
  }

  @Test
  void asksForTheProtoFileOfAServerWithoutReflection() throws IOException {
    server.close();
    server = OrdersServer.withoutReflection();

    assertThatThrownBy(() -> send(1, "    requests: [{grpc: %s}]".formatted(PLACE)))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("does not reflect its services")
        .hasMessageContaining("with the key 'proto'");
  }

  @Test
  void namesAProtoFileThatIsMissing() {
    assertThatThrownBy(
            () -> send(1, "    proto: no.proto\n    requests: [{grpc: %s}]".formatted(PLACE)))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("proto")
        .hasMessageContaining("no.proto does not exist");
  }

  @Test
  void namesAnImportThatIsMissing() throws IOException {
    Files.delete(folder.resolve("protos/common/money.proto"));

    assertThatThrownBy(
            () ->
                send(
                    1,
                    "    proto: protos/shop/orders.proto\n    requests: [{grpc: %s}]"
                        .formatted(PLACE)))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("orders.proto can't be read")
        .hasMessageContaining("common/money.proto");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          requests: [{get: /}] | each request of a scenario of gRPC is a call
          requests: [{grpc: a.B/C, body: x}] | body: a gRPC call has
          requests: [{grpc: a.B/C, headers: {a: b}}] | headers: a gRPC call has
          requests: [{grpc: a.B/C, expect: {status: 200}}] | a name such as OK or NOT_FOUND
          requests: [{grpc: a.B/C, message: text}] | expected the fields of a message
          requests: [{grpc: a.B/C, metadata: {grpc-timeout: 1S}}] | is written by perfline
          requests: [{grpc: a.B}] | a method such as shop.v1.Orders/Place
          redirects: true, requests: [{grpc: a.B/C}] | gRPC has none
          """)
  void refusesKeysThatGrpcDoesNotHave(String keys, String problem) {
    assertThatThrownBy(() -> send(1, "    " + keys.replace("true, ", "true\n    ")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aCallNeedsTheProtocolGrpc() throws IOException {
    Path file = folder.resolve("perf.yml");
    Files.writeString(
        file, HEAD.formatted(server.url()).replace("protocol: grpc", "requests: [{grpc: a.B/C}]"));

    assertThatThrownBy(() -> ProjectFile.read(file))
        .hasMessageContaining("a call of gRPC needs 'protocol: grpc'");
  }

  private void send(int times, String load) throws Exception {
    Path file = folder.resolve("perf.yml");
    Files.writeString(file, HEAD.formatted(server.url()) + load);
    Project project = ProjectFile.read(file);
    Scenario scenario = project.loads(Scenario.class).values().iterator().next();
    ScenarioDriver driver =
        new ScenarioDriver(
            scenario,
            project.service().login(),
            new ProcessVariables(file, Map.of("TOKEN", "secret")),
            new GrpcConnections(
                scenario, Http2Session.connections(server.url().getScheme().equals("https"), 1)));
    Environment environment = Environment.named("test").at(server.url());
    driver.check(environment, Target.SERVICE);
    CaseSettings settings = new CaseSettings(Map.of());
    try (Session session = driver.open(environment, Target.SERVICE, "test", settings);
        Connection connection = session.connect(0, new Notes())) {
      for (int i = 0; i < times; i++) {
        connection.send(i);
      }
      failures.addAll(session.failures());
    }
  }

  private final class Notes implements RequestListener {
    @Override
    public void succeeded(long request, int messages, long bytes) {
      outcome.add("ok");
    }

    @Override
    public void failed(long request, String kind) {
      outcome.add(kind);
    }

    @Override
    public void partEnded(long request, int part, long nanos, String failure) {
      outcome.add(part + " " + (failure == null ? "ok" : failure));
    }
  }
}
