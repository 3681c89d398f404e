package io.perfline.core.project;

import io.perfline.core.command.Fault;
import io.perfline.core.project.needs.Need;
import io.perfline.core.project.needs.NeedVariables;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordCopy;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.core.yaml.TextTemplate;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The section {@code service}: the service and how it is started. It has exactly one of {@code
 * war}, {@code command} and {@code url}; a library has only {@code artifact}. Missing keys are null
 * or empty.
 *
 * @param war the path of the WAR, relative to the project's folder
 * @param url the address of a running service, without a slash at the end
 * @param ready the readiness check; null for a command that listens on no port, which is ready as
 *     soon as it runs
 * @param needs the servers that it needs, by name, from the section {@code needs} of the file
 */
@Key.Noun("a service")
public record ServiceUnderTest(
    @Key(
            value = "Sets the shell command that builds the service from a checkout.",
            kind = "command")
        String build,
    @Key(value = "Names the WAR file that is deployed into Tomcat.", kind = "path") String war,
    @Key(
            value = "Sets the context path of a WAR. The default is the name of its file.",
            what = "a context path such as /shop",
            form = "^/[A-Za-z0-9._-]+$")
        String context,
    @Key(
            value =
                "Sets whether each build of a comparison has a Tomcat of its own (each) or both"
                    + " share one (one). A Tomcat that perfline did not start is always shared.",
            what = "a number of Tomcats",
            defaultValue = "each")
        TomcatUse tomcat,
    @Key(
            value =
                "Sets the Tomcat version that runs a WAR: 7 or 9 for javax.servlet, 10.1 or 11 for"
                    + " jakarta.servlet. PERF_TOMCAT_VERSION overrides it. The default is 7.",
            what = "one of 7, 9, 10.1 and 11",
            form = "^(7|9|10\\.1|11)$")
        String tomcatVersion,
    @Key(
            value =
                "Names a server.xml for Tomcat, in the project, whose connector has"
                    + " port=\"${PORT}\". The default is perfline's own.",
            kind = "path")
        String serverXml,
    @Key(
            value =
                "Sets further options of Tomcat's JVM, such as -Xmx512m or"
                    + " -Dindex=${SIDE_DIR}/index.",
            what = "options of a JVM",
            form = "^\\s*-.*$")
        String jvmOptions,
    @Key(
            value =
                "Sets the shell command that starts the service on port ${PORT} of 127.0.0.1. A"
                    + " command without ${PORT} starts a service that listens on no port.",
            kind = "command")
        String command,
    @Key(
            value =
                "Sets environment variables of the service's process. Take secrets from variables"
                    + " of perfline's own process. ${SIDE_DIR} is an empty folder of its own for"
                    + " each build of a comparison.",
            what = "a text",
            form = ".*")
        @Key.Names(
            value = "variable",
            letters = "letters, digits and '_'",
            form = "^[A-Za-z_][A-Za-z0-9_]*$")
        Map<String, TextTemplate> variables,
    @Key(
            value =
                "Names the folder of the JDK that runs the service, such as ${PERF_JAVA_25}. The"
                    + " default is the JDK that runs perfline.",
            what = "a folder or a variable such as ${PERF_JAVA_25}",
            form = "^(/|\\$\\{).*$")
        TextTemplate javaHome,
    @Key(
            value =
                "Names the file that the command runs, by whose content builds are distinguished.",
            kind = "path")
        String artifact,
    @Key("Sets the URL of a service that already runs.") URI url,
    @Key("Sets the URL of the running service with which the candidate is compared.")
        URI baselineUrl,
    @Key("Names a PEM file of certificates that are trusted in addition to Java's own.") Path trust,
    @Key(
            value = "Accepts any certificate if true; the verdict mentions it.",
            defaultValue = "false")
        boolean insecure,
    @Key(
            "Defines when the service is ready. By default it is when / returns 200, or when a"
                + " service that speaks only HTTP/2 (gRPC) accepts connections, within 60 s.")
        ReadyCheck ready,
    @Key("Locates the commit that the running service reports.") CommitProbe commit,
    @Key(
            value =
                "Sets the path of the service's Prometheus endpoint with its CPU time and memory.",
            kind = "url path")
        String metrics,
    @Key(value = "Authenticates every request to the service.", name = "auth") Login login,
    @Key(
            value =
                "Lists globs of files in git that do not affect the running service, in addition to"
                    + " documents, tests and CI files. A commit that changes nothing else is not"
                    + " measured again.",
            kind = "globs")
        List<String> notRunning,
    @Key(
            value =
                "Lists globs of files that change the schema of a database, in addition to those in"
                    + " folders db/migration and db/changelog. Builds that differ in them are not"
                    + " compared on one database.",
            kind = "globs")
        List<String> migrations,
    Map<String, Need> needs)
    implements RecordSchema.Checked {

  private static final String PORT_NAME = "PORT";

  /** The variable with the home of the JDK that runs the service. */
  public static final String JAVA_HOME = "JAVA_HOME";

  /**
   * The variable with a folder that only one build of a comparison uses, and that is emptied at
   * each start.
   */
  public static final String SIDE_DIR = "SIDE_DIR";

  /** The text in options and variables that is replaced by the folder of {@link #SIDE_DIR}. */
  public static final String SIDE = "${" + SIDE_DIR + "}";

  /** The number of Tomcats that run the two builds of a comparison. */
  public enum TomcatUse {
    ONE,
    EACH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The text in a command that is replaced by the port on which the service must listen. */
  public static final String PORT = "${PORT}";

  public ServiceUnderTest {
    boolean library = war == null && command == null && url == null;
    if (ready == null && !library && (command == null || command.contains(PORT))) {
      ready = ReadyCheck.DEFAULT;
    }
  }

  /** Returns whether each build of a comparison has its files in a folder of its own. */
  public boolean usesSideDirectory() {
    return Stream.of(command, jvmOptions).anyMatch(text -> text != null && text.contains(SIDE_DIR))
        || variables.values().stream().anyMatch(text -> text.names().contains(SIDE_DIR));
  }

  /**
   * Returns the environment variables of the service's process: {@code variables} and, with {@code
   * java_home}, JAVA_HOME and a PATH that starts with that JDK.
   *
   * @throws Fault exit code 2 if a variable isn't set, or the folder contains no Java
   */
  public Map<String, String> environment(ProcessVariables values) {
    Map<String, String> environment = values.fill(variables);
    if (javaHome != null) {
      Path bin = Path.of(javaHome.fill(values), "bin");
      if (!Files.isExecutable(bin.resolve("java"))) {
        throw Fault.configuration(
            "%s: service.java_home: there is no Java in %s".formatted(values.file(), bin));
      }
      environment.put(JAVA_HOME, bin.getParent().toString());
      String path = environment.getOrDefault("PATH", values.values().getOrDefault("PATH", ""));
      environment.put("PATH", bin + File.pathSeparator + path);
    }
    return environment;
  }

  /** Returns this service with another environment variable of its process. */
  ServiceUnderTest withVariable(String name, String value) {
    Map<String, TextTemplate> more = new LinkedHashMap<>(variables);
    more.put(name, TextTemplate.of(value, new SourcePosition(name, 1, 1)));
    return RecordCopy.of(this, "variables", more);
  }

  /**
   * Returns whether nothing is started, because the builds are libraries within the programs that
   * load them.
   */
  public boolean isLibrary() {
    return war == null && command == null && url == null;
  }

  boolean listens() {
    return command == null ? !isLibrary() : command.contains(PORT);
  }

  /** Returns this service with the servers that it needs. */
  ServiceUnderTest withNeeds(Map<String, Need> servers) {
    return RecordCopy.of(this, "needs", servers);
  }

  /** Returns this service with the variables of its needs replaced by their values. */
  public ServiceUnderTest with(NeedVariables values) {
    Map<String, TextTemplate> filled = new LinkedHashMap<>();
    variables.forEach((name, text) -> filled.put(name, values.fill(text)));
    return RecordCopy.of(
        this,
        "command",
        values.fill(command),
        "variables",
        filled,
        "jvmOptions",
        values.fill(jvmOptions));
  }

  /**
   * Returns this service without its needs and without what refers to them, for a server that runs
   * before they do.
   */
  public ServiceUnderTest withoutNeeds() {
    if (needs.isEmpty()) {
      return this;
    }
    Map<String, TextTemplate> others = new LinkedHashMap<>(variables);
    others.values().removeIf(text -> NeedVariables.isUsedIn(text.toString()));
    return RecordCopy.of(
        this,
        "variables",
        others,
        "jvmOptions",
        NeedVariables.isUsedIn(jvmOptions) ? null : jvmOptions,
        "needs",
        Map.of());
  }

  /** Reports each variable of a need that does not exist. */
  void checkNeeds(ParseContext context, SourcePosition position) {
    List<TextTemplate> texts = new ArrayList<>(variables.values());
    needs.values().forEach(need -> texts.addAll(need.texts()));
    Stream.of(command, jvmOptions, build)
        .filter(Objects::nonNull)
        .forEach(text -> texts.add(TextTemplate.of(text, position)));
    texts.forEach(
        text ->
            NeedVariables.fault(text.toString(), needs.keySet())
                .ifPresent(fault -> context.fault(text.position(), fault)));
  }

  /** Returns how the service runs; a load for one kind of service can't load another kind. */
  public String kind() {
    if (isLibrary()) {
      return "a library";
    }
    if (command != null) {
      return listens() ? "a 'command' with " + PORT : "a 'command' without " + PORT;
    }
    return war == null ? "a 'url'" : "a 'war'";
  }

  /** Returns a text that is equal for builds that the same Tomcat can run without a restart. */
  public String tomcatStart() {
    Map<String, List<String>> values = new TreeMap<>();
    variables.forEach((name, text) -> values.put(name, text.parts()));
    return Stream.of(values, javaHome, tomcatVersion, serverXml, jvmOptions)
        .map(String::valueOf)
        .collect(Collectors.joining("\n"));
  }

  /** Returns the built file that runs, if it is known. */
  public Optional<String> runs() {
    return Optional.ofNullable(war == null ? artifact : war);
  }

  @Override
  public void check(ParsedObject parsed) {
    long ways = Stream.of("war", "command", "url").filter(parsed::isGiven).count();
    boolean library = ways == 0 && parsed.isGiven("artifact");
    if (ways != 1 && !library) {
      parsed.fault(
          parsed.isGiven("command") ? "command" : "url",
          "a service is one of 'war', 'command' and 'url', not %s; a library has only 'artifact'"
              .formatted(ways == 0 ? "none" : ways + " of them"));
    }
    if (!listens() && Stream.of("ready", "commit", "metrics", "auth").anyMatch(parsed::isGiven)) {
      parsed.fault(
          "command",
          "it must contain %s, the port to listen on, to receive requests".formatted(PORT));
    }
    parsed.needs("context", "war");
    parsed.needs("tomcat", "war");
    parsed.needs("tomcat_version", "war");
    parsed.needs("server_xml", "war");
    parsed.needs("jvm_options", "war");
    if (!library) {
      parsed.needs("artifact", "command");
    }
    parsed.needs("baseline_url", "url");
    if (parsed.isGiven("variables") && parsed.isGiven("url")) {
      parsed.fault(
          "variables", "they can't be used with 'url': perfline doesn't start that service");
    }
    if (parsed.isGiven("java_home") && parsed.isGiven("url")) {
      parsed.fault("java_home", "it can't be used with 'url': perfline doesn't start that service");
    }
    variables.forEach((name, text) -> checkVariable(name, text, parsed));
    if (tomcat == TomcatUse.ONE && !parsed.context().failed() && usesSideDirectory()) {
      parsed.fault(
          "tomcat",
          "both builds share the Tomcat and its environment, so %s would be the same for both: use 'tomcat: each'"
              .formatted(SIDE));
    }
    if (login != null && !login.roles().isEmpty() && !parsed.isGiven("war")) {
      parsed.fault("auth", "'roles' require 'war'");
    }
  }

  private static void checkVariable(String name, TextTemplate text, ParsedObject parsed) {
    if (text == null) {
      return;
    }
    if (name.equals(PORT_NAME) || text.names().contains(PORT_NAME)) {
      parsed.fault("variables", name + ": only the command knows the port, as " + PORT);
    } else if (!text.names().stream()
        .allMatch(one -> TextTemplate.isVariable(one) || NeedVariables.isOfNeed(one))) {
      parsed.fault(
          "variables",
          name + ": a variable of this process is written in capitals, as in ${SHOP_DB}");
    }
  }
}
