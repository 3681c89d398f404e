package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.deploy.tomcat.ServletsOfWar;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./perfline init}: writes the files that are needed to judge a service. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = {
      "Writes perf.yml and thresholds.yml for a service as a starting point.",
      "Both are complete, with comments on further keys. Existing files are never"
          + " overwritten.",
      "A command or a WAR is built and started once, to find a health path and paths to load: only"
          + " GET requests without parameters are sent. A URL is only asked for its health."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:both are written", "2:wrong usage, or one of them exists already"})
public final class InitCommand implements Callable<Integer> {

  private static final String THRESHOLDS = "thresholds.yml";

  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private Service service;

  /** The options that define how the service runs. */
  private static final class Service {
    @Option(
        names = "--url",
        paramLabel = "URL",
        description = "A service that is already running: http://HOST[:PORT] or https://…")
    private String url;

    @Option(names = "--war", paramLabel = "FILE", description = "A WAR to deploy into Tomcat.")
    private String war;

    @Option(
        names = "--command",
        paramLabel = "COMMAND",
        description =
            "Shell command that starts it; write $${PORT} where the port goes, and quote"
                + " it with single quotes.")
    private String command;

    @Option(
        names = "--jmh",
        paramLabel = "JAR",
        description = "A library without a server, by the jar of its JMH benchmarks.")
    private String jmh;

    String key() {
      return url != null ? "url" : war != null ? "war" : jmh != null ? "artifact" : "command";
    }

    String value() {
      return url != null ? url : war != null ? war : jmh != null ? jmh : command;
    }
  }

  @Option(
      names = "--build",
      paramLabel = "COMMAND",
      description = "Shell command that builds it, here and in a clone of the baseline's commit.")
  private String build;

  @Option(
      names = "--no-start",
      description = "Leaves the service alone: starts nothing, and sends no request.")
  private boolean noStart;

  /** Matches commands that start a JVM. */
  private static final Pattern JAVA = Pattern.compile("(^|[\\s/])java\\s");

  private final Path folder;

  /** Constructor for {@code ./perfline}. */
  public InitCommand() {
    this(Path.of(""));
  }

  InitCommand(Path folder) {
    this.folder = folder;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path file = folder.resolve(Project.FILE);
    for (Path one : List.of(file, folder.resolve(THRESHOLDS))) {
      if (Files.exists(one)) {
        throw Fault.configuration("%s already exists: nothing was written".formatted(one));
      }
    }
    Project project;
    try {
      project = write(file, ServicePaths.NONE);
    } catch (Fault wrong) {
      Files.delete(file);
      throw wrong;
    }
    Files.writeString(
        folder.resolve(THRESHOLDS), template(THRESHOLDS, kinds()), StandardOpenOption.CREATE_NEW);
    PrintWriter out = spec.commandLine().getOut();
    if (listens() && !noStart) {
      ServicePaths paths = paths(project, file, out);
      write(file, paths);
      out.print(paths.summary());
    }
    out.print(template("next-steps.txt", kinds()));
    if (service.war != null) {
      out.println(choice(servlets()));
    }
    out.flush();
    return 0;
  }

  /** Writes perf.yml, also again once the build has made a WAR, which determines the Tomcat. */
  private Project write(Path file, ServicePaths paths) throws IOException {
    Files.writeString(file, paths.in(projectText()));
    return ProjectFile.read(file);
  }

  private ServicePaths paths(Project project, Path file, PrintWriter out)
      throws InterruptedException {
    return service.url != null
        ? ServicePaths.at(project)
        : ServicePaths.started(project, () -> write(file, ServicePaths.NONE), Homes.project(), out);
  }

  private boolean listens() {
    return service.jmh == null && (service.command == null || service.command.contains("${PORT}"));
  }

  private Map<String, Boolean> kinds() {
    boolean library = service.jmh != null;
    boolean listens = listens();
    boolean compared = service.url == null && listens;
    boolean jvm = service.war != null || JAVA.matcher(service.value()).find();
    Map<String, Boolean> kinds = new HashMap<>();
    kinds.put("URL", service.url != null);
    kinds.put("WAR", service.war != null);
    kinds.put("COMMAND", service.command != null);
    kinds.put("PORT", listens);
    kinds.put("QUEUE", !listens && !library);
    kinds.put("LIBRARY", library);
    kinds.put("COMPARED", compared || library);
    kinds.put("SLICED", compared);
    kinds.put("JVM", compared && jvm);
    boolean fixedHeap = service.war != null || service.value().contains("-Xmx");
    kinds.put("FIXED", compared && jvm && fixedHeap);
    kinds.put("GROWING", compared && jvm && !fixedHeap);
    kinds.put("METERED", compared && !jvm);
    kinds.put("TOMCAT", servlets().isPresent());
    return kinds;
  }

  private String projectText() throws IOException {
    return template("perf.yml", kinds())
        .replace("@TOMCAT_VERSION@", servlets().map(one -> one.tomcat().number()).orElse(""))
        .replace("@KEY@", service.key())
        .replace("@VALUE@", quoted(service.value()))
        .replace(
            "@BUILD@", build == null ? "# build: ./mvnw -q package" : "build: " + quoted(build));
  }

  private Optional<ServletsOfWar> servlets() {
    return service.war != null && Files.isRegularFile(folder.resolve(service.war))
        ? ServletsOfWar.of(folder.resolve(service.war))
        : Optional.empty();
  }

  private String choice(Optional<ServletsOfWar> servlets) {
    if (servlets.isPresent()) {
      return "Tomcat %s is to run the WAR, because of %s; to change it, edit tomcat_version."
          .formatted(servlets.get().tomcat().number(), servlets.get().reason());
    }
    return "Tomcat 7 is to run the WAR, because %s; for another, add tomcat_version: 9, 10.1 or 11."
        .formatted(
            Files.isRegularFile(folder.resolve(service.war))
                ? "the WAR doesn't show which servlets it needs"
                : "there is no " + service.war + " yet");
  }

  /** Returns a text in quotes for YAML. */
  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /**
   * Reads a template from the class path. Lines that start with <code>@KIND </code> apply only to
   * projects of that kind.
   */
  private static String template(String name, Map<String, Boolean> kinds) throws IOException {
    try (InputStream in = InitCommand.class.getResourceAsStream("init/" + name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, Boolean> kind : kinds.entrySet()) {
        String line = "(?m)^@" + kind.getKey() + (kind.getValue() ? " " : " .*\n");
        text = text.replaceAll(line, "");
      }
      return text;
    }
  }
}
