package io.perfline.core.environment;

import io.perfline.core.command.Fault;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Where the parts are, as an environment file says. The file is read strictly when it is loaded;
 * its variables are replaced when a section is asked for, so that a command needs only the
 * variables of the parts it talks to. Every fault is exit code 2.
 */
public final class Environment {

  /** What the section is called that says where the service is, and what it is for our example. */
  private static final String SERVICE = "service";

  private static final String RECORDER = "recorder";

  private final Path file;
  private final EnvironmentFile content;
  private final Map<String, String> variables;

  /** The section that says where the service is. */
  private final String service;

  /** Where the service is when it was found elsewhere than in the file; null when not. */
  private final URI address;

  /** The recorder when it is another than the file's; null when not. */
  private final RecorderService own;

  private Environment(
      Path file,
      EnvironmentFile content,
      Map<String, String> variables,
      String service,
      URI address,
      RecorderService own) {
    this.file = file;
    this.content = content;
    this.variables = Map.copyOf(variables);
    this.service = service;
    this.address = address;
    this.own = own;
  }

  /** One that says nothing but what it is called. */
  public static Environment named(String name) {
    return new Environment(
        Path.of("the environment"),
        new EnvironmentFile(name, Map.of()),
        Map.of(),
        RECORDER,
        null,
        null);
  }

  /** The same with the service that is loaded at {@code url}, without a slash at its end. */
  public Environment at(URI url) {
    return new Environment(file, content, variables, service, url, null);
  }

  /** The same servers around a recorder that the file doesn't know. */
  public Environment with(RecorderService recorder) {
    return new Environment(file, content, variables, service, recorder.url(), recorder);
  }

  /**
   * Where the service is that is loaded.
   *
   * @throws Fault (exit code 2) when nothing says so, or a variable is unset
   */
  public URI service() {
    return address == null ? recorder().url() : address;
  }

  /**
   * @param yaml the environment file
   * @param variables values of {@code ${NAME}}, usually {@link Variables#of}
   * @throws Fault (exit code 2) that lists all faults of the file, each with its line
   */
  public static Environment load(Path yaml, Map<String, String> variables) {
    EnvironmentFile content = EnvironmentFile.read(yaml);
    Set<String> sections = content.sections().keySet();
    if (sections.containsAll(Set.of(SERVICE, RECORDER))) {
      throw Fault.configuration(
          "%s: 'service' and 'recorder' are two names of one section: take one".formatted(yaml));
    }
    String service = sections.contains(SERVICE) ? SERVICE : RECORDER;
    return new Environment(yaml, content, variables, service, null, null);
  }

  /**
   * The same servers around a second recorder, the one that the section {@code baseline} tells of:
   * that takes its messages by ways in of its own, beside the first in one Tomcat.
   */
  public Environment atBaseline() {
    return new Environment(file, content, variables, "baseline", null, null);
  }

  /** What the environment is called in the history. */
  public String name() {
    return content.name();
  }

  /**
   * @throws Fault (exit code 2) when a variable is unset, or the file has no such section
   */
  public Tomcat tomcat() {
    SectionValues values = values("tomcat");
    return new Tomcat(values.url("manager"), values.text("user"), values.text("password"));
  }

  /**
   * @throws Fault (exit code 2) when a variable is unset, or the file has no such section
   */
  public RecorderService recorder() {
    if (own != null) {
      return own;
    }
    SectionValues values = values(service);
    return new RecorderService(
        values.url("url"),
        values.addresses("kryonet"),
        Objects.requireNonNullElse(values.text("topic_in"), RecorderService.IN),
        Objects.requireNonNullElse(values.text("topic_acks"), RecorderService.ACKS));
  }

  /**
   * @throws Fault (exit code 2) when a variable is unset, or the file has no such section
   */
  public Kafka kafka() {
    SectionValues values = values("kafka");
    return new Kafka(values.text("bootstrap"), values.properties("client"));
  }

  /**
   * @throws Fault (exit code 2) when a variable is unset, or the file has no such section
   */
  public Cassandra cassandra() {
    SectionValues values = values("cassandra");
    return new Cassandra(
        values.addresses("contact_points"),
        values.text("datacenter"),
        values.text("user"),
        values.text("password"),
        values.tls());
  }

  /**
   * @throws Fault (exit code 2) when a variable is unset, or the file has no such section
   */
  public Redis redis() {
    SectionValues values = values("redis");
    return new Redis(values.addresses("address").get(0), values.text("password"));
  }

  /**
   * @throws Fault (exit code 2) when a variable is unset, or the file has no such section
   */
  public Etcd etcd() {
    SectionValues values = values("etcd");
    return new Etcd(values.addresses("endpoints"), values.addresses("cluster"));
  }

  /**
   * @throws Fault (exit code 2) when a variable is unset, or the file has no such section
   */
  public InfluxDb influxdb() {
    SectionValues values = values("influxdb");
    return new InfluxDb(
        values.url("url"), values.text("database"), values.text("user"), values.text("password"));
  }

  /** Whether it has a history in an InfluxDB, whatever its variables. */
  public boolean hasInfluxDb() {
    return has("influxdb");
  }

  /** Whether it says where the service is, once it is deployed, whatever its variables. */
  public boolean hasService() {
    return has(service);
  }

  /** Whether it says where these servers are, whatever its variables. */
  public boolean has(String section) {
    return content.sections().containsKey(section);
  }

  /** The names of all variables in the file. */
  public Set<String> variables() {
    return content.variables();
  }

  private SectionValues values(String section) {
    Map<String, List<Setting>> settings = content.sections().get(section);
    if (settings == null) {
      throw Fault.configuration(
          "%s has no section %s, which this command needs: add it with the keys %s"
              .formatted(file, section, String.join(", ", EnvironmentFormat.names(section))));
    }
    List<String> faults =
        settings.values().stream()
            .flatMap(List::stream)
            .flatMap(setting -> setting.faults(variables).stream())
            .toList();
    if (!faults.isEmpty()) {
      throw Fault.configuration(String.join("%n".formatted(), faults));
    }
    return new SectionValues(settings, variables);
  }
}
