package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.TextTemplate;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The section {@code service}: the service and how it is started. It has exactly one of {@code
 * war}, {@code command} and {@code url}; whatever the file does not say is null or empty.
 *
 * @param war the path of the file below the project's folder
 * @param url without a slash at its end
 * @param ready null for a command that listens on no port, which is ready as soon as it runs
 */
public record ServiceUnderTest(
    @Key("Shell command that makes of a commit what runs.") String build,
    @Key("File that is deployed into Tomcat.") String war,
    @Key("Where a WAR is deployed. Default: its file's name.") String context,
    @Key(
            value =
                "In comparisons, each build of a WAR has a Tomcat of its own, or both share one."
                    + " A Tomcat that perfline did not start is always shared.",
            otherwise = "each")
        TomcatUse tomcat,
    @Key(
            "Tomcat's server.xml, whose connector has port=\"${PORT}\", in the project; default:"
                + " perfline's own.")
        String serverXml,
    @Key("Further options of the JVM in which Tomcat runs a WAR, such as -Xmx512m.")
        String jvmOptions,
    @Key(
            "Starts the service on the port ${PORT} of 127.0.0.1; without it, what listens on"
                + " none.")
        String command,
    @Key("Environment variables of the process that runs it; secrets are variables of this one.")
        Map<String, TextTemplate> variables,
    @Key("File that the command runs, to tell builds apart.") String artifact,
    @Key("Where the service runs already.") URI url,
    @Key("Address of the service to compare with.") URI baselineUrl,
    @Key("When it may be loaded. Default: / answers 200 within 60 s.") ReadyCheck ready,
    @Key("Where it reports the commit that it was built from.") CommitProbe commit,
    @Key("Its Prometheus endpoint with CPU and memory.") String metrics,
    @Key(value = "Who asks, with every request to the service.", name = "auth") Login login,
    @Key(
            "Globs of files in git that have no part in what runs, besides documents, tests,"
                + " sources and CI files: a commit that changes nothing else is not measured"
                + " again.")
        List<String> notRunning) {

  /** How a key of this section is called where it differs between two builds. */
  public static final String KEY = "service.%s in perf.yml";

  /** How many Tomcats run the two builds of a comparison. */
  public enum TomcatUse {
    ONE,
    EACH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The text in a command that stands for the port on which the service must listen. */
  public static final String PORT = "${PORT}";

  public ServiceUnderTest {
    if (ready == null && (command == null || command.contains(PORT))) {
      ready = ReadyCheck.USUAL;
    }
  }

  /** Returns whether the service listens on a port. */
  boolean listens() {
    return command == null || command.contains(PORT);
  }

  /**
   * Returns true where a difference between two builds is one of the Tomcat that runs them.
   *
   * @param difference a key of this section, as {@link #KEY} names it, or a file in git
   */
  public boolean configuresTomcat(String difference) {
    return difference.equals(serverXml)
        || Stream.of("variables", "server_xml", "jvm_options")
            .anyMatch(key -> difference.equals(KEY.formatted(key)));
  }

  /** The file that is built and then runs, where it is known. */
  public Optional<String> runs() {
    return Optional.ofNullable(war == null ? artifact : war);
  }
}
