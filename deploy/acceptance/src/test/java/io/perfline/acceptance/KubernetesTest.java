package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Tests that {@code deploy/kubernetes} has the versions and settings of {@code deploy/compose.yml},
 * is complete, contains no password, and is not reachable from outside. {@link KubernetesSchemasIT}
 * checks the schemas.
 */
class KubernetesTest {

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path FOLDER = ROOT.resolve("deploy/kubernetes");
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Variables that differ between Kubernetes and Compose: addresses and the sources of passwords.
   */
  private static final List<String> DIFFERENT =
      List.of(
          "TOMCAT_ADDRESS",
          "TOMCAT_MANAGER_CLIENTS",
          "RECORDER_KRYONET_ADDRESS",
          "RECORDER_BASELINE_KRYONET_ADDRESS",
          "RECORDER_KAFKA_BOOTSTRAP",
          "RECORDER_CASSANDRA_CONTACT_POINTS",
          "KAFKA_LISTENERS",
          "KAFKA_ADVERTISED_LISTENERS",
          "CASSANDRA_RPC_ADDRESS",
          "CASSANDRA_BROADCAST_RPC_ADDRESS",
          "INFLUXDB_HTTP_BIND_ADDRESS",
          "GF_SERVER_HTTP_ADDR",
          "GF_SERVER_HTTP_PORT",
          "PERF_INFLUXDB_URL");

  @Test
  void manifestsHaveTheVersionsAndVariablesOfCompose() throws IOException {
    JsonNode compose = read(ROOT.resolve("deploy/compose.yml")).get(0).path("services");
    JsonNode images = kustomization(FOLDER).path("images");
    for (String server : List.of("tomcat", "kafka", "cassandra", "influxdb", "grafana")) {
      JsonNode container = container(server);
      String image = container.path("image").asText();
      if (!image.contains(":")) {
        image += ":" + images.path(0).path("newTag").asText();
      }
      assertThat(image).isEqualTo(compose.path(server).path("image").asText());
      assertThat(variables(container)).as(server).isEqualTo(variables(compose.path(server)));
    }
  }

  @Test
  void kustomizationContainsEveryManifestAndDashboard() throws IOException {
    List<String> resources = texts(kustomization(FOLDER).path("resources"));
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(resources)
          .containsAll(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.endsWith(".yaml") && !name.equals("kustomization.yaml"))
                  .toList());
    }
    assertThat(resources).contains("../../dashboards");
    JsonNode generators = kustomization(ROOT.resolve("dashboards")).path("configMapGenerator");
    List<String> inMaps =
        nodes(generators).flatMap(map -> texts(map.path("files")).stream()).toList();
    try (Stream<Path> files = Files.walk(ROOT.resolve("dashboards"))) {
      assertThat(inMaps)
          .containsExactlyInAnyOrderElementsOf(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> ROOT.resolve("dashboards").relativize(file).toString())
                  .filter(name -> name.contains("/"))
                  .toList());
    }
    assertThat(documents("grafana.yaml"))
        .anySatisfy(
            document ->
                assertThat(document.findValuesAsText("name"))
                    .containsAll(nodes(generators).map(map -> map.path("name").asText()).toList()));
  }

  @Test
  void passwordsComeOnlyFromTheSecret() throws IOException {
    List<String> keys =
        Files.readAllLines(FOLDER.resolve("secrets.env.example")).stream()
            .map(line -> line.replace("=", ""))
            .toList();
    for (String server : List.of("tomcat", "influxdb", "grafana")) {
      for (JsonNode variable : container(server).path("env")) {
        if (variable.path("name").asText().matches(".*(PASSWORD|PSW)")) {
          JsonNode from = variable.path("valueFrom").path("secretKeyRef");
          assertThat(from.path("name").asText()).as(variable.toString()).isEqualTo("perfline");
          assertThat(keys).contains(from.path("key").asText());
        }
      }
    }
    assertThat(Files.readString(ROOT.resolve(".gitignore")))
        .contains("/deploy/kubernetes/secrets.env");
  }

  @Test
  void serversAreReachableOnlyFromTheirNamespace() throws IOException {
    for (JsonNode document : all()) {
      assertThat(document.path("spec").path("type").asText("ClusterIP")).isEqualTo("ClusterIP");
    }
    JsonNode policy = documents("network.yaml").get(0).path("spec");
    assertThat(policy.path("podSelector")).isEmpty();
    assertThat(policy.path("ingress")).hasSize(1);
    assertThat(policy.path("ingress").path(0).path("from")).hasSize(1);
  }

  /** Compares servers and ports of the environment file with the services. */
  @Test
  void manifestsMatchTheEnvironmentFile() throws IOException {
    List<String> addresses = new ArrayList<>();
    for (JsonNode document : all()) {
      if (document.path("kind").asText().equals("Service")) {
        String host = document.path("metadata").path("name").asText() + ".perfline.svc:";
        document
            .path("spec")
            .path("ports")
            .forEach(port -> addresses.add(host + port.path("port").asInt()));
      }
    }
    String environment = Files.readString(ROOT.resolve("deploy/environments/kubernetes.yml"));
    List<String> used =
        java.util.regex.Pattern.compile("[a-z]+\\.perfline\\.svc:[0-9]+")
            .matcher(environment)
            .results()
            .map(java.util.regex.MatchResult::group)
            .distinct()
            .toList();
    assertThat(addresses).containsAll(used);
    assertThat(used).hasSize(6);
  }

  private static Map<String, String> variables(JsonNode server) {
    Map<String, String> variables = new TreeMap<>();
    for (JsonNode variable : server.path("env")) {
      variables.put(variable.path("name").asText(), variable.path("value").asText("a password"));
    }
    server
        .path("environment")
        .fields()
        .forEachRemaining(
            one -> {
              String value = one.getValue().asText();
              variables.put(one.getKey(), value.startsWith("${") ? "a password" : value);
            });
    variables.keySet().removeAll(DIFFERENT);
    return variables;
  }

  private static JsonNode container(String server) throws IOException {
    return documents(server + ".yaml").stream()
        .filter(document -> document.path("kind").asText().equals("Deployment"))
        .map(document -> document.path("spec").path("template").path("spec").path("containers"))
        .map(containers -> containers.path(0))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode kustomization(Path folder) throws IOException {
    return read(folder.resolve("kustomization.yaml")).get(0);
  }

  private static List<JsonNode> all() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (String file : texts(kustomization(FOLDER).path("resources"))) {
      if (file.endsWith(".yaml")) {
        all.addAll(documents(file));
      }
    }
    return all;
  }

  private static List<JsonNode> documents(String file) throws IOException {
    return read(FOLDER.resolve(file));
  }

  private static List<JsonNode> read(Path file) throws IOException {
    List<JsonNode> documents = new ArrayList<>();
    try (Reader reader = Files.newBufferedReader(file)) {
      Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
      yaml.loadAll(reader).forEach(document -> documents.add(JSON.valueToTree(document)));
    }
    return documents;
  }

  private static Stream<JsonNode> nodes(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static List<String> texts(JsonNode list) {
    return nodes(list).map(JsonNode::asText).collect(Collectors.toList());
  }
}
