package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.command.Fault;
import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.YamlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads {@code perf.yml}. */
public final class ProjectFile {

  private static final Property<Integer> VERSION =
      required("version", Schemas.integer("the version", 1, 1), "Of this format: 1.");
  private static final Property<String> NAME =
      optional(
          "name",
          Schemas.text("a name", "^\\S+$", text -> text),
          "What it is called in the history. Default: the folder's name.");
  private static final Property<String> ENVIRONMENT =
      optional(
          "environment",
          PathKind.TEXT,
          "Environment file with the addresses of its servers and, once it is deployed,"
              + " of the service. Default: the service needs none, and runs only during the"
              + " load.");
  private static final Property<String> WORKLOADS =
      optional(
          "workloads", PathKind.TEXT, "Folder of loads by perfline's own drivers. Default: none.");
  private static final Property<String> THRESHOLDS =
      optional("thresholds", PathKind.TEXT, "File of the limits. Default thresholds.yml.");
  private static final Property<String> HISTORY =
      optional(
          "history",
          PathKind.TEXT,
          "Folder of the history, if there is no InfluxDB. Default .perf/history.");
  private static final Property<Duration> WARM_UP =
      required("warm_up", Schemas.duration(), "Load that runs before and doesn't count.");
  private static final Property<Duration> DURATION =
      required("duration", Schemas.duration(), "Of the load that counts.");
  private static final Property<Duration> AT_MOST =
      optional(
          "at_most",
          Schemas.duration(),
          "The same for a comparison that is undecided then. Default two and a half times that.");
  private static final Schema<LoadTimes> TIMES =
      new ObjectSchema<>("a profile", ProjectFile::times, List.of(WARM_UP, DURATION, AT_MOST));
  private static final Property<Map<String, LoadTimes>> PROFILES =
      optional(
          "profiles",
          Schemas.named("profile", TIMES),
          "How long each scenario is measured. Default commit: {warm_up: 5 s, duration: 20 s}.");
  private static final Property<List<String>> DRIVERS =
      optional(
          "drivers", new GatlingFormat.OneOrMore(), "Jars with drivers of your own, see 'driver'.");
  private static final Property<ServiceUnderTest> SERVICE =
      required("service", ServiceFormat.SCHEMA, "What is loaded.");

  private ProjectFile() {}

  /**
   * Reads the one that was named, else that of the current folder, else that of {@code home}; empty
   * when there is none.
   *
   * @param named null when none was
   * @throws io.perfline.core.command.Fault exit code 2, with all its faults, each at its place
   */
  public static Optional<Project> find(Path named, Path home) {
    return Stream.of(Path.of(Project.FILE), home.resolve(Project.FILE))
        .map(there -> named == null ? there : named)
        .filter(there -> named != null || Files.exists(there))
        .findFirst()
        .map(ProjectFile::read);
  }

  /**
   * Reads it, with the files of data and bodies that it names.
   *
   * @throws io.perfline.core.command.Fault exit code 2, with all its faults, each at its place
   */
  public static Project read(Path file) {
    Path home = file.toAbsolutePath().normalize().getParent();
    ParseContext context = new ParseContext(file.toString());
    Property<Map<String, PlannedLoad>> load =
        optional(
            "load",
            new LoadFormat(home, context).kind(),
            "The scenarios and other loads, by name.");
    ObjectSchema<Project> shape =
        new ObjectSchema<>(
            "a project",
            parsed -> {
              Map<String, PlannedLoad> loads = parsed.get(load, Map.of());
              if (!parsed.isGiven(load) && !parsed.isGiven(WORKLOADS)) {
                parsed.fault(SERVICE, "nothing loads it: add 'load', or 'workloads'");
              }
              checkPort(parsed, loads);
              return new Project(
                  file,
                  parsed.get(NAME, String.valueOf(home.getFileName())),
                  parsed.get(SERVICE),
                  parsed.has(ENVIRONMENT) ? home.resolve(parsed.get(ENVIRONMENT)) : null,
                  loads,
                  parsed.has(WORKLOADS) ? home.resolve(parsed.get(WORKLOADS)) : null,
                  parsed.get(DRIVERS, List.of()),
                  parsed.get(PROFILES, Map.of("commit", LoadTimes.USUAL)),
                  home.resolve(parsed.get(THRESHOLDS, "thresholds.yml")),
                  home.resolve(parsed.get(HISTORY, ".perf/history")));
            },
            List.of(
                VERSION,
                NAME,
                SERVICE,
                ENVIRONMENT,
                load,
                WORKLOADS,
                DRIVERS,
                PROFILES,
                THRESHOLDS,
                HISTORY));
    Project project = shape.read(YamlFile.parse(file), context);
    context.finish();
    return project;
  }

  /**
   * Reads the service section alone, as that of another commit, whose loads may be of another
   * format or name files that aren't here.
   *
   * @throws io.perfline.core.command.Fault exit code 2 when it can't be read, or has no service
   */
  public static ServiceUnderTest readService(Path file) {
    return readService(file.toString(), YamlFile.parse(file));
  }

  /**
   * Reads the service section of a file's text.
   *
   * @param file what the text is called in messages
   * @throws io.perfline.core.command.Fault exit code 2 when it can't be read, or has no service
   */
  public static ServiceUnderTest readService(String file, String text) {
    return readService(file, YamlFile.parse(file, text));
  }

  private static ServiceUnderTest readService(String file, Node content) {
    ParseContext context = new ParseContext(file);
    ServiceUnderTest service =
        content instanceof MappingNode root
            ? root.getValue().stream()
                .filter(
                    entry ->
                        entry.getKeyNode() instanceof ScalarNode key
                            && key.getValue().equals(SERVICE.name()))
                .map(entry -> ServiceFormat.SCHEMA.read(entry.getValueNode(), context))
                .findFirst()
                .orElse(null)
            : null;
    context.finish();
    if (service == null) {
      throw Fault.configuration(file + " has no section 'service'");
    }
    return service;
  }

  /** What listens on no port is asked for nothing over HTTP. */
  private static void checkPort(ParsedObject parsed, Map<String, PlannedLoad> load) {
    String command = parsed.get(SERVICE).command();
    if (command != null
        && !command.contains(ServiceUnderTest.PORT)
        && load.values().stream().anyMatch(Scenario.class::isInstance)) {
      parsed.fault(
          SERVICE,
          "command must say %s, the port to listen on: a scenario asks over HTTP"
              .formatted(ServiceUnderTest.PORT));
    }
  }

  private static LoadTimes times(ParsedObject parsed) {
    Duration duration = parsed.get(DURATION);
    Duration most = parsed.get(AT_MOST, duration.multipliedBy(5).dividedBy(2));
    if (duration.isZero()) {
      parsed.fault(DURATION, "in no time nothing is measured");
    }
    if (most.compareTo(duration) < 0) {
      parsed.fault(AT_MOST, "it is shorter than duration");
    }
    return new LoadTimes(parsed.get(WARM_UP), duration, most);
  }
}
