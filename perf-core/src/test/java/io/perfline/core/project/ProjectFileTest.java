package io.perfline.core.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.command.Fault;
import io.perfline.core.yaml.TextTemplate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests valid and invalid contents of perf.yml. */
class ProjectFileTest {

  @TempDir private Path folder;

  @BeforeEach
  void writeNamedFiles() throws IOException {
    Files.writeString(
        folder.resolve("customers.csv"), "id,name\r\n1,\"Smith, \"\"J\"\"\"\n2,Jones");
    Files.writeString(folder.resolve("order.json"), "{\"customer\":\"${id}\",\"id\":\"${uuid}\"}");
  }

  @Test
  void replacesVariablesInValuesThatMayDifferByMachine() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("perf.yml"),
            """
            version: 1
            service: {url: '${SHOP_URL}', ready: {get: /, within: '${PATIENCE}'}}
            load: {j: {rate: '${RATE}/s', requests: [{get: /}]}}
            profiles: {commit: {warm_up: 1 s, duration: '${SECONDS} s'}}
            history: '${HISTORY}'
            """);
    Project project =
        ProjectFile.read(
            file,
            Map.of(
                "SHOP_URL", "https://shop:8443",
                "PATIENCE", "3 s",
                "RATE", "80",
                "SECONDS", "7",
                "HISTORY", "/srv/history"));

    assertThat(project.service().url()).isEqualTo(URI.create("https://shop:8443"));
    assertThat(project.service().ready().within()).isEqualTo(Duration.ofSeconds(3));
    assertThat(project.loads(Scenario.class).get("j").model().ratePerSecond()).isEqualTo(80);
    assertThat(project.profiles().get("commit").duration()).isEqualTo(Duration.ofSeconds(7));
    assertThat(project.history()).isEqualTo(Path.of("/srv/history"));
  }

  @Test
  void requiresTheVariablesOfTheServiceAndItsRequests() throws IOException {
    Project project = read(SampleProjects.FULL);
    Map<String, String> some = Map.of("DATA", "/srv", "DB_PASSWORD", "x", "SHOP_USER", "u");

    assertThatThrownBy(() -> project.requireVariables(Map.of("DATA", "/srv")))
        .hasMessageContaining("needs the variable DB_PASSWORD, which is not set");
    assertThatThrownBy(() -> project.requireVariables(some))
        .hasMessageContaining("needs the variable SHOP_PASSWORD, which is not set");
  }

  @Test
  void readsRowsSeparatedBySemicolons() throws IOException {
    Files.writeString(folder.resolve("customers.csv"), "id;name\n1;\"Smith; J\"\n");
    Project project = read(SampleProjects.FULL);

    assertThat(project.loads(Scenario.class).get("checkout").session().data().rows())
        .containsExactly(List.of("1", "Smith; J"));
  }

  @Test
  void reportsAnUnsetOrMalformedVariableWithoutItsValue() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("perf.yml"),
            """
            version: 1
            service: {url: '${SHOP_URL}'}
            load: {j: {rate: '${RATE}', requests: [{get: /}]}}
            """);

    assertThatThrownBy(() -> ProjectFile.read(file, Map.of("RATE", "secret")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("perf.yml:2:16: the variable SHOP_URL is not set: export SHOP_URL=")
        .hasMessageContaining("perf.yml:3:18: the value of ${RATE} is not a rate such as 200/s")
        .hasMessageNotContaining("secret");
  }

  @Test
  void readsEverything() throws IOException {
    Project project = read(SampleProjects.FULL);

    assertThat(project.name()).isEqualTo("shop");
    assertThat(project.service().command()).contains("${PORT}");
    assertThat(project.service().ready())
        .isEqualTo(new ReadyCheck("/health", 204, Duration.ofSeconds(30)));
    assertThat(project.service().commit().json()).isEqualTo(JsonPointer.compile("/commit"));
    assertThat(project.service().login())
        .isEqualTo(new Login(new Login.Basic("SHOP_USER", "SHOP_PASSWORD", List.of()), null));
    assertThat(
            new ProcessVariables(project.file(), Map.of("DATA", "/srv", "DB_PASSWORD", "x"))
                .fill(project.service().variables()))
        .isEqualTo(Map.of("SHOP_DB", "jdbc:h2:/srv/shop", "SHOP_DB_PASSWORD", "x"));
    assertThat(project.profiles().get("nightly").atMost()).isEqualTo(Duration.ofSeconds(240));
    assertThat(project.thresholds()).isEqualTo(folder.resolve("limits.yml"));

    Scenario checkout = project.loads(Scenario.class).get("checkout");
    assertThat(checkout.model())
        .isEqualTo(
            new LoadModel(Rate.constant(200), true, 0, 0, Duration.ZERO, Duration.ofSeconds(5)));
    assertThat(checkout.session().data().rows().get(0)).containsExactly("1", "Smith, \"J\"");
    assertThat(checkout.session().data().order()).isEqualTo(DataRows.Order.RANDOM);
    assertThat(checkout.requests().stream().map(ScenarioRequest::name))
        .containsExactly("post_orders", "get", "fetch");
    assertThat(checkout.requests().get(0).body().names()).containsExactly("id", "uuid");
    assertThat(checkout.requests().get(0).check().statuses()).containsExactly(201);
    assertThat(checkout.requests().get(0).check().json().values()).hasToString("[\"NEW\"]");
    assertThat(project.loads(Scenario.class).get("browse").model().thinkTime())
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void anotherServiceKeepsTheLoad() throws IOException {
    Project project = read(SampleProjects.FULL);
    Path earlier = folder.resolve("earlier.yml");
    Files.writeString(earlier, "service: {url: 'http://shop'}\n");

    Project compared = project.withServiceOf(earlier);
    assertThat(compared.service().url()).isNotNull();
    assertThat(compared.service().command()).isNull();
    assertThat(compared.file()).isEqualTo(earlier);
    assertThat(compared.load()).isEqualTo(project.load());
    assertThat(compared.withService(project.service()).file()).isEqualTo(earlier);

    Map<String, TextTemplate> variables = project.withVariable("A", "b").service().variables();
    assertThat(variables).containsOnlyKeys("SHOP_DB", "SHOP_DB_PASSWORD", "A");
  }

  @Test
  void readsServersAndWorkloadsInsteadOfLoad() throws IOException {
    Project project =
        read(
            """
            version: 1
            service: {war: a.war, commit: {get: /version, json: /commit, dirty: /dirty}}
            environment: servers.yml
            workloads: loads
            """);

    assertThat(project.environment()).isEqualTo(folder.resolve("servers.yml"));
    assertThat(project.workloads()).isEqualTo(folder.resolve("loads"));
    assertThat(project.load()).isEmpty();
    assertThat(project.service().commit().dirty()).isEqualTo(JsonPointer.compile("/dirty"));
    assertThatThrownBy(
            () ->
                read(
                    "version: 1\nservice: {war: a.war, commit: {get: /, dirty: /d}}\nworkloads: a"))
        .hasMessageContaining("it requires 'json'");
    assertThatThrownBy(() -> read("version: 1\nservice: {war: a.war}\n"))
        .hasMessageContaining("nothing loads it: add 'load', or 'workloads'");
  }

  @Test
  void readsLoadsThatAreNotScenarios() throws IOException {
    Project project = read(SampleProjects.FULL);

    GatlingSimulation search = project.loads(GatlingSimulation.class).get("search");
    assertThat(search.type()).isEqualTo("com.acme.SearchSimulation");
    assertThat(search.classPath()).containsExactly("target/test-classes", "target/lib/*");
    assertThat(search.properties().get("baseUrl").names()).containsExactly("url");
    assertThat(search.requests()).containsExactly("Search", "open result");
    assertThat(search.within()).isEqualTo(Duration.ofMinutes(5));
    TopicLoad billing = project.loads(TopicLoad.class).get("billing");
    assertThat(billing.model().ratePerSecond()).isEqualTo(50);
    assertThat(billing.kafka().group()).isEqualTo("billing");
    assertThat(billing.kafka().value().names()).containsExactly("id", "uuid");
    assertThat(billing.kafka().bootstrap().names()).containsExactly("KAFKA");
    CustomDriverLoad queue = project.loads(CustomDriverLoad.class).get("queue");
    assertThat(queue.driver()).isEqualTo("acme");
    assertThat(queue.model().connections()).isEqualTo(2);
    assertThat(project.drivers()).containsExactly("lib/acme.jar", "lib/more.jar");
  }

  @Test
  void aCheckMayUseANameThatLooksLikeASecret() throws IOException {
    Project project =
        read(
            SampleProjects.FULL.replace(
                "expect: {contains: NEW,",
                "expect: {header: {Set-Cookie: id=}, json: {/token: abc}, contains: NEW,"));

    ResponseCheck check = project.loads(Scenario.class).get("checkout").requests().get(1).check();
    assertThat(check.headers().get("Set-Cookie")).hasToString("id=");
    assertThat(check.json().values()).hasToString("[\"abc\"]");
  }

  @Test
  void aConsumerNeedsNoPort() throws IOException {
    String file =
        """
        version: 1
        service: {command: java -jar billing.jar}
        load: {billing: {kafka: {topic: orders, value: x, group: billing}, rate: 5/s}}
        """;

    assertThat(read(file).service().ready()).isNull();
    assertThatThrownBy(
            () -> read(file.replace("{billing: ", "{a: {rate: 1/s, requests: [{get: /}]}, b: ")))
        .hasMessageContaining("must contain ${PORT}");
  }

  @Test
  void aRunningServiceHasNoEnvironmentSettings() {
    String file = "version: 1\nservice: {url: 'http://a', variables: {A: b}}\nload: {}\n";

    assertThatThrownBy(() -> read(file)).hasMessageContaining("they can't be used with 'url'");
  }

  @Test
  void aShortFileIsSufficient() throws IOException {
    Project project =
        read(
            """
            version: 1
            service: {url: "https://shop.example.org/"}
            load:
              home: {connections: 4, requests: [{get: /}]}
            """);

    assertThat(project.service().url()).isEqualTo(URI.create("https://shop.example.org"));
    assertThat(project.service().ready()).isEqualTo(ReadyCheck.DEFAULT);
    assertThat(project.profiles()).containsOnlyKeys("commit");
    assertThat(project.loads(Scenario.class).get("home").requests().get(0).name()).isEqualTo("get");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "90/min | 1.5",
        "120/min | 2",
        "0.5/s | 0.5",
        "{from: 10/s, to: 200/s, over: 1 min} | 10 to 200 over 60000 ms",
        "{from: 600/min, to: 5/s, over: 8 s, steps: 3} | 10 to 5 over 8000 ms in 3 steps"
      })
  void aRateMayBePerMinuteOrARamp(String text, String rate) throws IOException {
    LoadModel model =
        read("version: 1\nservice: {url: 'http://a'}\nload: {a: {rate: %s, requests: [{get: /}]}}"
                .formatted(text))
            .loads(Scenario.class)
            .get("a")
            .model();

    assertThat(model.rate()).hasToString(rate);
    assertThat(model.isRamp()).isEqualTo(text.startsWith("{"));
    assertThat(model.isGrowing()).isTrue();
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("rate: 200/s", "rate: 0/s", "a rate is above 0"),
        Arguments.of("rate: 200/s", "rate: {from: 1/s, to: 2/s}", "over"),
        Arguments.of("rate: 200/s", "rate: 200/h", "expected a rate such as 200/s or 90/min"),
        Arguments.of("status: 201", "status: 2010", "a status from 100 to 599"),
        Arguments.of(
            "/state: NEW", "$.a.state: NEW", "'$.a.state' is not a JSON pointer; write '/a/state'"),
        Arguments.of("/state: NEW", "'$[0][''x'']': NEW", "is not a JSON pointer; write '/0/x'"),
        Arguments.of("/state: NEW", "/state: '${nope}'", "${nope} is not a column of the data"),
        Arguments.of("/state: NEW", "/state: !number 5", "a !number is a template such as"),
        Arguments.of("post: /orders", "post: '/orders#top'", "what follows a '#' is never sent"),
        Arguments.of("post: /orders", "pots: /orders", "unknown key 'pots'"),
        Arguments.of("customers.csv", "customer.csv", "the file customer.csv does not exist"),
        Arguments.of("'${order}'", "'${ordre}'", "${ordre} is not a column of the data"),
        Arguments.of("${SHOP_PASSWORD}", "hunter2", "no file contains a secret"),
        Arguments.of("'Bearer ${TOKEN}'", "Bearer hunter2", "Authorization must be a variable"),
        Arguments.of("'${DB_PASSWORD}'", "hunter2", "SHOP_DB_PASSWORD must be a variable"),
        Arguments.of("${DATA}", "${data}", "a variable of this process is written in capitals"),
        Arguments.of("{SHOP_DB:", "{PORT:", "only the command knows the port"),
        Arguments.of("${DATA}", "${PORT}", "only the command knows the port"),
        Arguments.of("{SHOP_DB:", "{SHOP-DB:", "letters, digits and '_'"),
        Arguments.of("port=${PORT}", "port=8080", "must contain ${PORT}"),
        Arguments.of("'${KAFKA_LOGIN}'", "hunter2", "sasl.jaas.config must be a variable"),
        Arguments.of("security.protocol: SASL_SSL", "auth_token: hunter2", "auth_token must be a"),
        Arguments.of(
            "Content-Type: application/json", "X-Auth-Token: hunter2", "X-Auth-Token must be"),
        Arguments.of(
            "Content-Type: application/json", "Cookie: 'hunter2${uuid}'", "Cookie must be a"),
        Arguments.of("token: '${TOKEN}'", "token: hunter2", "token must be a variable"),
        Arguments.of("token: '${TOKEN}'", "token: 'hunter2${url}'", "token must be a variable"),
        Arguments.of("page: home", "user: {password: hunter2}", "password must be a variable"),
        Arguments.of("page: home", "api_keys: [hunter2]", "api_keys must be a variable"),
        Arguments.of("key: ${id}", "key: ${order}", "${order} is not a column of the data"),
        Arguments.of("'${url}/shop'", "'${uri}/shop'", "${uri} is neither ${url}"),
        Arguments.of("com.acme.Search", "com/acme/Search", "a class such as"),
        Arguments.of("open result", "Search", "a name occurs twice"),
        Arguments.of("group: billing", "groups: billing", "unknown key 'groups'"),
        Arguments.of("connections: 2", "users: 2", "unknown key 'users'"),
        Arguments.of("'id=(\\d+)'", "'id=(\\d+'", "is not a regular expression"),
        Arguments.of("timeout: 5 s", "timeout: 0 s", "timeout: it must be longer than 0"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void namesThePositionOfAnError(String right, String wrong, String message) {
    assertThatThrownBy(() -> read(SampleProjects.FULL.replace(right, wrong)))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(message)
        .satisfies(
            fault -> {
              assertThat(((Fault) fault).exitCode()).isEqualTo(Fault.CONFIGURATION);
              assertThat(fault.getMessage())
                  .containsPattern("perf\\.yml:\\d+:\\d+: ")
                  .doesNotContain("hunter2");
            });
  }

  @Test
  void reportsAllErrorsAtOnce() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    version: 1
                    service: {build: make, ready: {get: health}}
                    load:
                      a: {requests: [{get: /, post: /}]}
                      b: {rate: 1/s, users: 3, requests: [{get: /, body: x}]}
                    """))
        .hasMessageContaining("perf.yml:2:")
        .hasMessageContaining("a service is one of 'war', 'command' and 'url', not none")
        .hasMessageContaining("expected a path such as /health")
        .hasMessageContaining("use 'rate', 'connections' or 'users'")
        .hasMessageContaining("a GET has no body")
        .hasMessageContaining("'users' requires 'think_time'");
  }

  @Test
  void aNumberFromTheDataMustBeNumericInEachRow() throws IOException {
    Files.writeString(folder.resolve("prices.csv"), "price,name\n-1.5e3,a\n0,b\n01,c\nNaN,d\n");
    String file =
        """
        version: 1
        service: {url: 'http://a'}
        load:
          a:
            rate: 1/s
            data: %s
            requests:
              - post: /
                body: {json: {name: '"${name}', price: !number '${%s}'}}
        """;

    assertThatThrownBy(() -> read(file.formatted("prices.csv", "price")))
        .hasMessageMatching(
            "(?s).*perf\\.yml:9:15: the value of the column 'price' is not a number of JSON in row"
                + " 3 of the data: correct the row, or leave out !number to use it as a text");
    assertThatThrownBy(() -> read(file.formatted("prices.csv", "uuid")))
        .hasMessageContaining("${uuid} is not a number");
    assertThat(read(file.formatted("customers.csv", "id")).load()).hasSize(1);
  }

  @Test
  void theVariablesOfLoadsMustBeSet() throws IOException {
    Project project =
        read(
            """
            version: 1
            service: {url: 'http://a'}
            load:
              a:
                rate: 1/s
                data: customers.csv
                requests:
                  - get: '/${SHOP}/${id}'
                    headers: {X-Id: '${PERF_ID}'}
                    save: {NEXT: {json: /next}}
                  - post: '/${NEXT}'
                    body: {json: {price: !number '${PRICE}'}}
              b: {gatling: A, classpath: a, properties: {x: '${GATLING}'}}
              c: {kafka: {topic: '${TOPIC}', value: x}, rate: 1/s}
            """);
    List<RequiredVariable> variables =
        project.load().values().stream().flatMap(load -> load.variables().stream()).toList();

    assertThatThrownBy(() -> RequiredVariable.check(variables, Map.of("PRICE", "1,5")))
        .hasMessageContaining("perf.yml:8:14: the variable SHOP is not set: export SHOP=…")
        .hasMessageContaining("the variable PRICE is not a number of JSON")
        .hasMessageContaining("the variable GATLING is not set")
        .hasMessageContaining("the variable TOPIC is not set")
        .hasMessageNotContainingAny("NEXT", "PERF_ID", "1,5");
    RequiredVariable.check(
        variables, Map.of("PRICE", "1.5", "SHOP", "s", "GATLING", "g", "TOPIC", "t"));
  }

  private static final String MIX =
      """
      version: 1
      service: {url: 'http://a'}
      load:
        shop:
          rate: 50/s
          timeout: 2 s
          mix:
            browse: {weight: 70, requests: [{get: /}]}
            buy: {weight: 30, data: customers.csv, requests: [{get: '/${id}'}, {get: /pay}]}
      """;

  @Test
  void aMixContainsScenariosWithWeights() throws IOException {
    Scenario shop = read(MIX).loads(Scenario.class).get("shop");

    assertThat(shop.weights()).isEqualTo("browse 70, buy 30");
    assertThat(shop.requests().stream().map(ScenarioRequest::name))
        .containsExactly("browse", "buy/get", "buy/get_pay");
    assertThat(shop.sessions().get(1).data().columns()).containsExactly("id", "name");
    assertThat(shop.wholeTimeout()).isEqualTo(Duration.ofSeconds(4));
    assertThat(shop.meanRequests()).isEqualTo(1.3);
    assertThat(shop.share("buy/get"::equals)).isEqualTo(0.3);
    assertThat(shop.share("shop"::equals)).isEqualTo(1);
    assertThat(
            read(MIX.replace("mix:", "requests: [{get: /}]")
                    .replaceAll("(?m)^ +(browse|buy):.*\\n", ""))
                .loads(Scenario.class)
                .get("shop")
                .share("get"::equals))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weight: 70, | weight: 0, | expected a weight from 1 to 10000",
        "weight: 70, | '' | a scenario of a mix needs the key 'weight'",
        "', requests: [{get: /}]' | '' | a scenario needs the key 'requests'",
        "rate: 50/s | rate: 50/s;requests: [{get: /}] | write it in each scenario of the mix",
        "rate: 50/s | rate: 50/s;data: customers.csv | write it in each scenario of the mix",
        "weight: 70, | weight: 70, rate: 5/s, | unknown key 'rate' in a scenario of a mix",
        "'{get: /}' | '{get: ''/${id}''}' | ${id} is not a column of the data",
        "browse: | Browse: | expected a name of a-z",
        "buy: | browse: | the scenario of the mix 'browse' occurs twice"
      })
  void reportsErrorsInAMix(String right, String wrong, String message) {
    String text = MIX.replace(right, wrong == null ? "" : wrong.replace(";", "\n    "));
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(message)
        .hasMessageMatching("(?s).*perf\\.yml:\\d+:\\d+: .*");
  }

  private Project read(String text) throws IOException {
    Path file = folder.resolve("perf.yml");
    Files.writeString(file, text);
    return ProjectFile.read(file);
  }
}
