package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.file.Sha256;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Machine;
import io.perfline.core.run.NewRunOption;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The command {@code ./perfline import}, which makes a run from the results of another load tool.
 */
@Command(
    name = "import",
    description = {
      "Makes a run from the results of another load tool.",
      "It is judged, published and reported like any other run; see docs/import.md."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:RUN/run.json was written",
      "2:wrong usage",
      "3:the results are cut off, mixed or empty; the message names file and line"
    })
public final class ImportCommand implements Callable<Integer> {

  private static final Map<String, Double> UNITS =
      Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6);

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TOOL",
      completionCandidates = LoadTool.Words.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private LoadTool tool;

  @Parameters(
      index = "1..*",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "The tool's result file, plain or .gz; with several load generators, all of"
              + " their files. For h2load, also what it printed.")
  private List<Path> files;

  @Mixin private NewRunOption out;

  @Option(
      names = "--simulation",
      paramLabel = "NAME",
      description = "The first part of each case's name, before the request's; default TOOL.")
  private String simulation;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "0 s",
      converter = Length.class,
      description = "Leaves out requests that began in the first TIME, such as '30 s'.")
  private Duration warmUp;

  @Option(
      names = "--load",
      paramLabel = "COMMAND",
      description =
          "Starts the tool with the shell and watches its CPU. If the load generator was"
              + " short of CPU, the run is INVALID.")
  private String load;

  @Option(
      names = "--columns",
      paramLabel = "WHAT=COLUMN,…",
      description =
          "For csv: name, start or end, service_time and response_time (:s, :ms, :us or"
              + " :ns after the column), success, error, bytes, users; any other WHAT is a"
              + " parameter.")
  private String columns;

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description = "For hdr: the unit of its values, ns, us, ms or s.")
  private String unit;

  @Option(
      names = "--response-time",
      description = "For hdr: treats its times as response times, from the intended send time.")
  private boolean responseTime;

  @Option(
      names = "--allow-gap",
      description =
          "Takes a file that has more than 60 s without a request, or files that don't overlap in"
              + " time, as one load that paused.")
  private boolean allowGap;

  @Option(
      names = "--failed",
      paramLabel = "N",
      description =
          "For hdr, and for csv without success and error: the number of failed requests, which the"
              + " file doesn't contain.")
  private Long failed;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "import",
      description =
          "Profile of the run, which is compared with runs of the same profile; default"
              + " import.")
  private String profile;

  @Option(
      names = "--environment-name",
      paramLabel = "NAME",
      defaultValue = "local",
      description = "Name of the environment in which it was measured; default local.")
  private String environment;

  @Option(
      names = "--commit",
      description =
          "Commit of the run, 40 digits; default: git's commit, otherwise GIT_COMMIT of Jenkins.")
  private String commit;

  @Option(
      names = "--branch",
      description = "Branch of the run; default: BRANCH_NAME of Jenkins, otherwise git's branch.")
  private String branch;

  @Option(
      names = "--build",
      description = "Number of the build; default: BUILD_NUMBER of Jenkins, otherwise 'local'.")
  private String build;

  private final Clock clock = Clock.systemUTC();

  @Override
  public Integer call() throws IOException {
    tool.check();
    ImportPlan plan = plan(null);
    if (Files.exists(out.folder().resolve(RunFile.NAME))) {
      throw Fault.configuration(
          out.folder() + " already contains a run: choose another folder with --out, or remove it");
    }
    if (load != null) {
      plan = plan(load());
    }
    requireDifferentFiles();
    Run run = run(tool.cases(files, plan));
    RunFile.write(out.folder(), run);
    print(run);
    return 0;
  }

  private ImportPlan plan(Double cpu) {
    String name = simulation == null ? tool.id() : simulation;
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]*")) {
      throw Fault.configuration(
          "--simulation: '%s' contains more than letters and digits".formatted(name));
    }
    if ((columns != null && tool != LoadTool.CSV)
        || ((unit != null || responseTime) && tool != LoadTool.HDR)) {
      throw Fault.configuration("--columns requires csv, --unit and --response-time require hdr");
    }
    if (failed != null && (failed < 0 || (tool != LoadTool.HDR && tool != LoadTool.CSV))) {
      throw Fault.configuration("--failed: it is a number of requests, and requires hdr or csv");
    }
    if (unit != null && !UNITS.containsKey(unit)) {
      throw Fault.configuration("--unit: '%s' must be one of ns, us, ms and s".formatted(unit));
    }
    if (!warmUp.isZero() && !tool.hasRequests()) {
      throw Fault.configuration("--warm-up: " + tool + " doesn't contain single requests");
    }
    return new ImportPlan(
        tool.id(),
        out.folder(),
        name,
        warmUp,
        cpu,
        columns,
        unit == null ? null : UNITS.get(unit),
        responseTime,
        allowGap,
        failed);
  }

  /**
   * Rejects a file that is named twice or is a copy of another one, because each of its requests
   * would count twice.
   */
  private void requireDifferentFiles() throws IOException {
    for (int i = 0; i < files.size(); i++) {
      for (int j = 0; j < i; j++) {
        Path one = files.get(j);
        Path other = files.get(i);
        if (Files.isRegularFile(one)
            && Files.isRegularFile(other)
            && (Files.isSameFile(one, other) || equal(one, other))) {
          throw Fault.noVerdict(
              "%s and %s have the same content: each request would count twice; name one of them"
                  .formatted(one, other));
        }
      }
    }
  }

  /** Compares the contents of files, either of which may be compressed. */
  private static boolean equal(Path one, Path other) throws IOException {
    if (Files.mismatch(one, other) < 0) {
      return true;
    }
    if (!one.toString().endsWith(".gz") && !other.toString().endsWith(".gz")) {
      return false;
    }
    try (InputStream first = ToolFile.open(one);
        InputStream second = ToolFile.open(other)) {
      return new Sha256().add(first).hex().equals(new Sha256().add(second).hex());
    }
  }

  /** Runs the load, and returns the share of the CPU that it used; null if that is unknown. */
  private Double load() throws IOException {
    Instant began = clock.instant();
    try {
      WatchedLoad watched = new WatchedLoad();
      double cpu = watched.run(load, tool);
      WatchedLoad.requireNewer(files, began);
      watched
          .elsewhere()
          .ifPresent(
              program ->
                  spec.commandLine()
                      .getErr()
                      .printf(
                          "perfline import: %s runs the load in other processes, whose CPU is"
                              + " unknown%n",
                          program));
      return watched.elsewhere().isPresent() ? null : (Double) cpu;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.noVerdict("interrupted: no run.json is written", e);
    }
  }

  private Run run(List<CaseResult> cases) {
    BuildInfo buildInfo = BuildInfo.ofProject(Homes.project(), System.getenv());
    Instant start =
        cases.stream().map(CaseResult::start).min(Comparator.naturalOrder()).orElseThrow();
    Instant end = cases.stream().map(CaseResult::end).max(Comparator.naturalOrder()).orElseThrow();
    return new Run(
        Run.SCHEMA,
        out.folder().toAbsolutePath().normalize().getFileName().toString(),
        build == null ? buildInfo.number() : build,
        branch == null ? buildInfo.branch() : branch,
        commit == null ? buildInfo.commit() : commit,
        Run.UNTOLD,
        profile,
        Machine.fingerprint(environment),
        start,
        end,
        cases.stream()
            .map(result -> new CatalogueEntry(result.name(), result.target(), List.of(profile)))
            .toList(),
        cases,
        null,
        null);
  }

  private void print(Run run) {
    PrintWriter console = spec.commandLine().getOut();
    for (CaseResult result : run.cases()) {
      console.printf(
          "%-40s %,d %s, %,d failed%s%n",
          result.name(),
          result.requests(),
          result.figures().isEmpty() ? "requests" : "samples",
          result.errorCount(),
          values(result));
    }
    console.println("Run: " + out.folder());
  }

  private static String values(CaseResult result) {
    if (!result.figures().isEmpty()) {
      return ", score " + result.origin().health().get("score");
    }
    TimeDistribution times = result.times();
    return result.requests() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            ", %s p50 %.2f ms, p95 %.2f ms, max %.2f ms",
            result.timed(),
            times.percentileUs(50) / 1000,
            times.percentileUs(95) / 1000,
            times.maxUs() / 1000);
  }

  /** Converts a length of time with its unit, such as {@code 30 s}. */
  static final class Length implements ITypeConverter<Duration> {
    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9}) *(ms|s|min|h)");

    @Override
    public Duration convert(String text) {
      Matcher parts = LENGTH.matcher(text);
      if (!parts.matches()) {
        throw new TypeConversionException("'" + text + "' is not a time such as '30 s'");
      }
      long number = Long.parseLong(parts.group(1));
      return switch (parts.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "min" -> Duration.ofMinutes(number);
        default -> Duration.ofHours(number);
      };
    }
  }
}
