package io.perfline.sims.workload;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Durations;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Scalars;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.UnreadValue;
import io.perfline.core.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the workload files of a folder, each of one simulation:
 *
 * <pre>
 * version: 1
 * driver: kafka
 * profiles:                      # how long a case runs in each
 *   commit: {warm_up: 2 s, warm_up_most: 5 s, duration: 8 s}
 * defaults: {message_bytes: 100} # settings of every case
 * cases:                         # single cases, named simulation/KEY
 *   long_run: {profiles: [soak], with: {batch_size: 512}}
 * sweeps:                        # one case per value, named simulation/KEY/VALUE
 *   batch_size:
 *     values: [256, 1024]
 *     profiles: {commit: [256], nightly: all}
 * </pre>
 */
public final class Workloads {

  private static final String ENDING = ".yml";

  private Workloads() {}

  /**
   * Reads all {@code *.yml} files of a folder, in the order of their names.
   *
   * @param dialects the formats by driver
   * @return all cases, in the order of the files
   * @throws Fault exit code 2, with all errors of all files and their positions
   */
  public static List<CasePlan> read(Path folder, List<WorkloadSchema> dialects) {
    List<CasePlan> plans = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (Path file : files(folder)) {
      try {
        plans.addAll(read(file, name(file), dialects));
      } catch (Fault fault) {
        faults.add(fault.getMessage());
      }
    }
    if (!faults.isEmpty()) {
      throw Fault.configuration(String.join(System.lineSeparator(), faults));
    }
    return List.copyOf(plans);
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
      if (found.isEmpty()) {
        throw Fault.configuration(folder + ": no workload in it: expected files *" + ENDING);
      }
      return found;
    } catch (IOException e) {
      throw new Fault(Fault.CONFIGURATION, "cannot list the workloads in " + folder + ": " + e, e);
    }
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ENDING.length());
  }

  /** The keys of the file. Those below the driver depend on it. */
  private record Keys(
      @Key(
              value = "The version of the file's format is 1.",
              required = true,
              what = "the version",
              min = 1,
              max = 1)
          int version,
      @Key(
              value = "Names the driver that generates the load of every case in this file.",
              required = true)
          WorkloadSchema driver,
      @Key(
              value = "Sets the warm-up and duration of a case for each profile.",
              required = true,
              what = "the profiles")
          UnreadValue profiles,
      @Key(
              value = "Sets driver options for every case; a case may override them.",
              what = "settings")
          UnreadValue defaults,
      @Key(value = "Defines single cases, by name.", what = "the cases") UnreadValue cases,
      @Key(value = "Defines series of cases that differ in one driver option.", what = "the sweeps")
          UnreadValue sweeps) {}

  /**
   * @param simulation the name of the file's simulation
   * @throws Fault exit code 2 with all errors
   */
  private static List<CasePlan> read(Path file, String simulation, List<WorkloadSchema> dialects) {
    ParseContext context = new ParseContext(file.toString());
    Schema<WorkloadSchema> driver = Scalars.oneOf("a driver", dialects, WorkloadSchema::driver);
    List<CasePlan> plans =
        RecordSchema.of(
                "a workload",
                Keys.class,
                Map.of(WorkloadSchema.class, driver),
                Set.of(),
                (keys, parsed) -> cases(simulation, keys, parsed))
            .read(YamlFile.parse(file), context);
    context.finish();
    return plans;
  }

  private static List<CasePlan> cases(String simulation, Keys keys, ParsedObject parsed) {
    if (keys.cases == null && keys.sweeps == null) {
      parsed.fault("cases", "neither 'cases' nor 'sweeps' is given: the simulation has no case");
    }
    WorkloadSchema schema = keys.driver;
    if (schema == null || keys.profiles == null) {
      return List.of();
    }
    if (schema.compares() && keys.sweeps != null) {
      parsed.fault("sweeps", "comparisons can't be swept: list each of them under 'cases'");
    }
    Schema<Durations> pace =
        RecordSchema.of(
            "a pace",
            Durations.class,
            Map.of(),
            schema.unusedDurations(),
            schema.compares() ? Durations::ofComparison : (read, in) -> read.fixed());
    ParseContext context = parsed.context();
    CaseReader reader =
        new CaseReader(
            context,
            simulation,
            schema,
            pace,
            parsed.as(named("profile", name -> pace), "profiles", Map.of()));
    reader.defaults(parsed.as(reader.settings(), "defaults", Map.of()));
    return Stream.of(
            parsed.as(named("case", reader::single), "cases", Map.<String, List<CasePlan>>of()),
            parsed.as(named("sweep", reader::sweep), "sweeps", Map.<String, List<CasePlan>>of()))
        .filter(some -> !context.failed())
        .flatMap(some -> some.values().stream())
        .flatMap(List::stream)
        .toList();
  }

  private static <T> Schema<Map<String, T>> named(String noun, Schema.Item<T> item) {
    return Schema.named(noun, "a-z, 0-9 and '_'", "^[a-z][a-z0-9_]*$", true, item);
  }
}
