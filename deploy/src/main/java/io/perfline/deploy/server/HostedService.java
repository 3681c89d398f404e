package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Login;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.process.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The configuration of the Tomcat that runs the service of a {@code perf.yml}.
 *
 * @param user the user that the service requires; null for none
 * @param variables the environment variables of the process
 * @param jvmOptions the JVM options in addition to those of every Tomcat
 * @param serverXml the text of the service's server.xml; null for perfline's own
 * @param tomcatVersion the version of Tomcat; null for the default
 */
public record HostedService(
    TomcatUser user,
    Map<String, String> variables,
    List<String> jvmOptions,
    String serverXml,
    String tomcatVersion) {

  public static final HostedService NONE = new HostedService(null, Map.of(), List.of(), null, null);

  private static final String RECORDER = "RECORDER_";

  /**
   * Returns the configuration for a build of a project. The recorder's settings in {@code
   * environment} take precedence over those in {@code perf.yml}.
   *
   * @param folder the folder of the build, to which the path of its server.xml is relative
   * @throws Fault (exit code 2) if a variable isn't set or the server.xml can't be used
   */
  public static HostedService of(Project project, Path folder, Map<String, String> environment) {
    ServiceUnderTest service = project.service();
    if (service.war() == null) {
      return NONE;
    }
    Map<String, String> values = new TreeMap<>(environment);
    values.put(ServiceUnderTest.SIDE_DIR, ServiceUnderTest.SIDE); // TomcatPart replaces it
    Map<String, String> variables =
        service.environment(new ProcessVariables(project.file(), values));
    if (variables.keySet().stream().noneMatch(name -> name.startsWith(RECORDER))) {
      variables.putAll(recorderOnLocalStack(environment));
    }
    variables.putAll(recorderSettings(environment));
    return new HostedService(
        TomcatUser.of(project, environment),
        variables,
        service.jvmOptions() == null
            ? List.of()
            : List.of(service.jvmOptions().strip().split("\\s+")),
        service.serverXml() == null ? null : serverXml(folder.resolve(service.serverXml())),
        service.tomcatVersion());
  }

  /**
   * Returns the recorder's settings for a build whose {@code perf.yml} has none, as in older
   * commits.
   */
  private static Map<String, String> recorderOnLocalStack(Map<String, String> environment) {
    Map<String, String> settings = new TreeMap<>();
    Map.of(
            "KAFKA_BOOTSTRAP", ServerVariables.KAFKA,
            "CASSANDRA_CONTACT_POINTS", ServerVariables.CASSANDRA)
        .forEach(
            (name, port) -> settings.put(RECORDER + name, "127.0.0.1:" + environment.get(port)));
    settings.put(RECORDER + "STORE", "kafka");
    settings.put(RECORDER + "KAFKA_IN", "true");
    settings.put(RECORDER + "CASSANDRA_STORE", "cassandra");
    settings.put(RECORDER + "CASSANDRA_DATACENTER", "datacenter1");
    settings.put(RECORDER + "KRYONET_PORTS", environment.getOrDefault(ServerVariables.KRYONET, ""));
    String baseline = RECORDER + "BASELINE_";
    settings.put(
        baseline + "KRYONET_PORTS", environment.getOrDefault(ServerVariables.KRYONET_BASELINE, ""));
    settings.put(baseline + "KAFKA_IN", "true");
    settings.put(baseline + "KAFKA_TOPIC", "recordings-baseline");
    settings.put(baseline + "KAFKA_IN_TOPIC", "recordings-baseline.in");
    settings.put(baseline + "KAFKA_ACKS_TOPIC", "recordings-baseline.acks");
    settings.put(baseline + "KAFKA_DEAD_TOPIC", "recordings-baseline.dead");
    settings.put(baseline + "KAFKA_GROUP", "recorder-baseline");
    settings.put(baseline + "CASSANDRA_KEYSPACE", "recorder_baseline");
    return settings;
  }

  private static Map<String, String> recorderSettings(Map<String, String> environment) {
    Map<String, String> settings = new TreeMap<>();
    String store = environment.getOrDefault("PERF_RECORDER_STORE", "");
    if (!store.isEmpty()) {
      // With the store in memory, there may be no Kafka at all.
      String kafkaIn = Boolean.toString(!store.equals("memory"));
      settings.put(RECORDER + "STORE", store);
      settings.put(RECORDER + "KAFKA_IN", kafkaIn);
      settings.put(RECORDER + "BASELINE_KAFKA_IN", kafkaIn);
    }
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(RECORDER)) {
            settings.put(name, value);
          }
        });
    return settings;
  }

  private static String serverXml(Path file) {
    try {
      String text = Files.readString(file);
      if (!text.contains('"' + ServiceUnderTest.PORT + '"')) {
        throw Fault.configuration(
            "%s: no connector has port=\"%s\", so perfline can't choose the port that Tomcat listens on"
                .formatted(file, ServiceUnderTest.PORT));
      }
      // Two Tomcats can't listen on the same shutdown port, so it is disabled.
      return text.replaceFirst("(<Server\\s[^>]*?port=)\"[^\"]*\"", "$1\"-1\"");
    } catch (IOException e) {
      throw Fault.configuration("cannot read service.server_xml %s: %s".formatted(file, e));
    }
  }

  /** Omits the values of the variables. */
  @Override
  public String toString() {
    return "HostedService[user=%s, variables=%s, jvmOptions=%s]"
        .formatted(user, variables.keySet(), jvmOptions);
  }

  /** A user of the service in the Tomcat, with roles that its {@code web.xml} requires. */
  record TomcatUser(String name, String password, List<String> roles) {

    /**
     * Returns the user of a {@code perf.yml}; null if it names no roles.
     *
     * @throws Fault (exit code 2) if a variable isn't set or is not a valid user name
     */
    static TomcatUser of(Project project, Map<String, String> environment) {
      Login login = project.service().login();
      if (login == null || login.roles().isEmpty()) {
        return null;
      }
      ProcessVariables variables = new ProcessVariables(project.file(), environment);
      String name = variables.apply(login.basic().user());
      if (!name.matches("[A-Za-z0-9._-]+") || name.equals(ServerVariables.USER)) {
        throw Fault.configuration(
            ("%s is not a valid user name for the stack's Tomcat: use letters, digits, '.', '_'"
                    + " and '-', and another name than %s")
                .formatted(login.basic().user(), ServerVariables.USER));
      }
      return new TomcatUser(name, variables.apply(login.basic().password()), login.roles());
    }

    String xml() {
      return roles.stream().map("<role rolename=\"%s\"/>"::formatted).collect(Collectors.joining())
          + "<user username=\"%s\" password=\"%s\" roles=\"%s\"/>"
              .formatted(name, Secret.digest(password), String.join(",", roles));
    }

    /** Omits the password. */
    @Override
    public String toString() {
      return "TomcatUser[name=%s, roles=%s]".formatted(name, roles);
    }
  }
}
