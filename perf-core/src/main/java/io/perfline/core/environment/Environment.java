package io.perfline.core.environment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.SecretNames;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.core.yaml.YamlFile;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The addresses of the servers, from an environment file. The file is checked strictly when it is
 * loaded, but variables in a section are replaced only when the section is requested. Therefore a
 * command needs only the variables of the servers that it uses. Each method that returns a section
 * throws a {@link Fault} (exit code 2) if the section is missing or one of its variables is unset.
 */
public final class Environment {

  private static final String SERVICE = "service";

  /** Another name of the section {@code service}, for the example service. */
  private static final String RECORDER = "recorder";

  private static final Map<Object, Schema<?>> VALUES =
      Map.of(
          String.class,
          value("a text", Environment::text),
          Path.class,
          value("a text", text -> text(text).map(Path::of)),
          URI.class,
          value("an http or https URL, as http://127.0.0.1:8080/recorder", Environment::url),
          HostPort.class,
          value("host:port", text -> HostPort.parse(text.strip())),
          boolean.class,
          value("true or false", Environment::flag),
          "addresses",
          value("host:port, several separated by commas", Environment::addresses));

  private static final Schema<Content> CONTENT = RecordSchema.of(Content.class, VALUES);

  /** The keys of the file. */
  @Key.Noun("an environment")
  private record Content(
      @Key(value = "Names the environment in the history.", required = true) String name,
      @Key("Describes the Tomcat into which WARs are deployed.") Tomcat tomcat,
      @Key("Describes the service under load.") RecorderService service,
      @Key("Describes the service under load.") RecorderService recorder,
      @Key("Describes the deployed service with which the candidate is compared.")
          RecorderService baseline,
      @Key("Describes the Kafka cluster that the service uses.") Kafka kafka,
      @Key("Describes the Cassandra cluster that the service uses.") Cassandra cassandra,
      @Key("Describes the Redis server that the service uses.") Redis redis,
      @Key("Describes the etcd cluster that is loaded.") Etcd etcd,
      @Key("Describes the InfluxDB that stores the history of all runs.") InfluxDb influxdb) {}

  private final Path file;
  private final String name;

  /** The sections of the file, by their names. */
  private final Map<String, Node> sections;

  private final Map<String, String> variables;

  /** The name of the section that contains the address of the service. */
  private final String service;

  /** The address of the service if it does not come from the file; null otherwise. */
  private final URI address;

  /** The recorder if it does not come from the file; null otherwise. */
  private final RecorderService own;

  /** The values of the variables of the servers that the service needs, by name. */
  private final Map<String, String> needs;

  private Environment(
      Path file,
      String name,
      Map<String, Node> sections,
      Map<String, String> variables,
      String service,
      URI address,
      RecorderService own,
      Map<String, String> needs) {
    this.file = file;
    this.name = name;
    this.sections = sections;
    this.variables = Map.copyOf(variables);
    this.service = service;
    this.address = address;
    this.own = own;
    this.needs = Map.copyOf(needs);
  }

  public static Environment named(String name) {
    Path file = Path.of("the environment");
    return new Environment(file, name, Map.of(), Map.of(), RECORDER, null, null, Map.of());
  }

  /**
   * Returns this environment with another service.
   *
   * @param url the address of the service, without a slash at the end
   */
  public Environment at(URI url) {
    return new Environment(file, name, sections, variables, service, url, null, needs);
  }

  /** Returns this environment with a recorder that is not in the file. */
  public Environment with(RecorderService recorder) {
    return new Environment(
        file, name, sections, variables, service, recorder.url(), recorder, needs);
  }

  /**
   * Returns this environment with the servers that the service needs.
   *
   * @param values the values of their variables, such as {@code db.port}
   */
  public Environment withNeeds(Map<String, String> values) {
    return new Environment(file, name, sections, variables, service, address, own, values);
  }

  /** Returns the values of the variables of the servers that the service needs, by name. */
  public Map<String, String> needs() {
    return needs;
  }

  /**
   * Returns this environment with the recorder of the section {@code baseline}, which runs in the
   * same Tomcat and has entry points of its own.
   */
  public Environment atBaseline() {
    return new Environment(file, name, sections, variables, "baseline", null, null, needs);
  }

  /**
   * Reads an environment file.
   *
   * @param variables the values of {@code ${NAME}}, usually {@link Variables#of}
   * @throws Fault (exit code 2) that lists all errors in the file with their lines
   */
  public static Environment load(Path yaml, Map<String, String> variables) {
    ParseContext context = ParseContext.ofSecrets(yaml.toString(), null);
    Node root = YamlFile.parse(yaml);
    CONTENT.read(root, context);
    context.finish();
    Map<String, Node> sections = new LinkedHashMap<>();
    ((MappingNode) root)
        .getValue()
        .forEach(one -> sections.put(scalar(one.getKeyNode()), one.getValueNode()));
    if (sections.keySet().containsAll(Set.of(SERVICE, RECORDER))) {
      throw Fault.configuration(
          "%s: 'service' and 'recorder' are two names of one section: use one of them"
              .formatted(yaml));
    }
    String service = sections.containsKey(SERVICE) ? SERVICE : RECORDER;
    String name = scalar(sections.remove("name"));
    if (!TextTemplate.of(name, null).names().isEmpty()) {
      throw Fault.configuration(
          "%s: 'name' is that of the environment in the history, so it can't contain a variable"
              .formatted(yaml));
    }
    return new Environment(yaml, name, sections, variables, service, null, null, Map.of());
  }

  private static String scalar(Node node) {
    return node instanceof ScalarNode one && !Tag.NULL.equals(node.getTag()) ? one.getValue() : "";
  }

  /** Returns the name of the environment in the history. */
  public String name() {
    return name;
  }

  /**
   * Returns the address of the service under load.
   *
   * @throws Fault (exit code 2) if it is unknown, or a variable is unset
   */
  public URI service() {
    return address == null ? recorder().url() : address;
  }

  public RecorderService recorder() {
    return own == null ? section(service, RecorderService.class) : own;
  }

  public Tomcat tomcat() {
    return section("tomcat", Tomcat.class);
  }

  public Kafka kafka() {
    return section("kafka", Kafka.class);
  }

  public Cassandra cassandra() {
    return section("cassandra", Cassandra.class);
  }

  public Redis redis() {
    return section("redis", Redis.class);
  }

  public Etcd etcd() {
    return section("etcd", Etcd.class);
  }

  public InfluxDb influxdb() {
    return section("influxdb", InfluxDb.class);
  }

  /**
   * Returns whether the file contains an InfluxDB for the history, even if its variables are unset.
   */
  public boolean hasInfluxDb() {
    return has("influxdb");
  }

  /**
   * Returns whether the file contains the address of the service, even if its variables are unset.
   */
  public boolean hasService() {
    return has(service);
  }

  /** Returns whether the file contains a section, even if its variables are unset. */
  public boolean has(String section) {
    return sections.containsKey(section);
  }

  /** Returns the names of all variables in the file. */
  public Set<String> variables() {
    return sections.values().stream()
        .flatMap(Environment::texts)
        .flatMap(text -> TextTemplate.of(text, null).names().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Stream<String> texts(Node node) {
    if (node instanceof MappingNode mapping) {
      return mapping.getValue().stream().flatMap(entry -> texts(entry.getValueNode()));
    }
    return node instanceof SequenceNode list
        ? list.getValue().stream().flatMap(Environment::texts)
        : Stream.of(scalar(node));
  }

  /** Returns the format as a JSON Schema, which comes from the same declaration as the parser. */
  public static ObjectNode schema() {
    return CONTENT.json();
  }

  private <R extends Record> R section(String section, Class<R> type) {
    Schema<R> schema = RecordSchema.of(type, VALUES);
    if (!has(section)) {
      Iterable<String> keys = () -> schema.json().get("properties").fieldNames();
      throw Fault.configuration(
          "%s has no section %s, which this command needs: add it with the keys %s"
              .formatted(file, section, String.join(", ", keys)));
    }
    ParseContext context = ParseContext.ofSecrets(file.toString(), variables);
    R values = Property.optional(section, schema, "").readValue(sections.get(section), context);
    context.finish();
    return values;
  }

  /**
   * Creates the schema of a value that may contain variables. Error messages never contain the
   * value, because it may be a secret. While variables are not replaced, a value with variables is
   * read as null.
   */
  private static <T> Schema<T> value(String what, Function<String, Optional<T>> parser) {
    Schema.Reader<T> reader =
        (node, context) -> {
          TextTemplate template = TextTemplate.of(scalar(node), context.position(node));
          String path = context.path();
          Map<String, String> variables = context.variables();
          String expected = path + " must be " + what;
          if (!template.isWellFormed()) {
            expected = path + ": '${' without a variable; write ${NAME}";
          } else if (template.names().isEmpty() && SecretNames.isSecret(context.name())) {
            expected = path + " must be " + SecretNames.expected();
          } else if (template.names().isEmpty()) {
            Optional<T> value = parser.apply(template.toString());
            if (value.isPresent()) {
              return value.get();
            }
          } else if (variables == null) {
            return null;
          } else if (areSet(template, context)) {
            Optional<T> value = parser.apply(template.fill(variables::get));
            if (value.isPresent()) {
              return value.get();
            }
            expected = path + " with its variables replaced must be " + what;
          } else {
            return null;
          }
          context.fault(template.position(), expected);
          return null;
        };
    return Schema.of(what, reader).checkingSecrets();
  }

  private static boolean areSet(TextTemplate template, ParseContext context) {
    boolean all = true;
    for (String name : template.names()) {
      if (context.variables().getOrDefault(name, "").isEmpty()) {
        all = false;
        context.fault(
            template.position(),
            ("%s needs the variable %s, which is not set: start the local stack with 'perfline"
                    + " stack up', or export %s")
                .formatted(context.path(), name, name));
      }
    }
    return all;
  }

  private static Optional<String> text(String text) {
    return text.isBlank() ? Optional.empty() : Optional.of(text);
  }

  private static Optional<Boolean> flag(String text) {
    return text.equals("true") || text.equals("false")
        ? Optional.of(text.equals("true"))
        : Optional.empty();
  }

  private static Optional<String> addresses(String text) {
    return Arrays.stream(text.split(",", -1))
            .allMatch(one -> HostPort.parse(one.strip()).isPresent())
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Returns an http or https URL without a slash at the end. */
  private static Optional<URI> url(String text) {
    try {
      URI uri = new URI(text.replaceAll("/+$", ""));
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean plain = uri.getHost() != null && uri.getUserInfo() == null && uri.getQuery() == null;
      return web && plain ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException notAUrl) {
      return Optional.empty();
    }
  }
}
