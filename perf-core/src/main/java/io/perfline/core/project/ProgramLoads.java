package io.perfline.core.project;

import io.perfline.core.project.ProgramLoad.LastLine;
import io.perfline.core.project.ProgramLoad.Results;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Scalars;
import io.perfline.core.yaml.Schema;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The loads of a {@code perf.yml} that are programs, by their characteristic keys. */
final class ProgramLoads {

  private static final Duration JMETER_LENGTH = Duration.ofSeconds(10);
  private static final Duration JMH_LENGTH = Duration.ofSeconds(5);

  /**
   * The command of JMH, which measures in iterations; one per second is common for runs of this
   * length.
   */
  private static final String JMH =
      "\"$java\" -jar \"$folder\"/%s %s -f 1 -wi 3 -w 1s -i \"$seconds\" -r 1s -prof gc -foe true"
          + " -rf json -rff \"$results\"";

  private static final String JMETER =
      "jmeter -n -t %s -l \"$results\" -j \"$results\".log -Jurl=\"$url\" -Jhost=\"$host\""
          + " -Jport=\"$port\" -Jduration=\"$seconds\""
          + " -Jjmeter.save.saveservice.output_format=csv";

  private static final String K6 = "k6 run --quiet --out json=\"$results\"";

  /** The keys that all of these loads may have. */
  private record ProgramKeys(
      @Key(
              value = "Lists the request names of the tool that are measured. By default all are.",
              what = "a request's name",
              form = "\\S")
          List<String> requests,
      @Key(value = "Limits the duration of one run.", defaultValue = "10 min") Duration within,
      @Key(
              value =
                  "Compares candidate and baseline by runs that alternate between them: true, or"
                      + " the number and the length of the runs.",
              kind = "compare")
          ComparedRuns compare) {

    ProgramLoad load(ParsedObject parsed, String command, Results results, Duration length) {
      if (within != null && within.isZero()) {
        parsed.fault("within", "a duration of 0 measures nothing");
      }
      ComparedRuns runs =
          compare == null || compare.length() != null
              ? compare
              : new ComparedRuns(compare.runs(), length);
      return new ProgramLoad(parsed.context().name(), command, results, requests, within, runs);
    }
  }

  /** The keys that define the meaning of a number that a command prints. */
  private record NumberMetric(
      @Key(value = "Declares that the number is a time in seconds.", kind = "last_line")
          Boolean seconds,
      @Key(
              value = "Declares that the number is a rate in operations per second.",
              kind = "last_line")
          Boolean perSecond) {

    static LastLine lastLine(NumberMetric metric, ParsedObject parsed) {
      if ((metric.seconds == null) == (metric.perSecond == null)) {
        parsed.fault("seconds", "the number is one of 'seconds' and 'per_second'");
      }
      return metric.seconds == null ? LastLine.PER_SECOND : LastLine.SECONDS;
    }
  }

  private record ShellLoad(
      @Key(
              value =
                  "Sets the shell command that generates the load; ${url} is replaced by the"
                      + " service's address.",
              required = true,
              kind = "command")
          String command,
      @Key(
              value =
                  "Reads the last line that the command prints as a number: {seconds: last_line} or"
                      + " {per_second: last_line}.",
              kind = "metric")
          LastLine metric,
      @Key(
              value = "Names the tool in whose format the command writes the file ${results}.",
              what = "a tool that 'perfline import' knows, such as k6, jmeter, h2load or csv",
              form = "^(k6|jmeter|gatling|locust|artillery|vegeta|h2load|jmh|csv)$")
          String results,
      @Key(
              value = "Maps the columns of a CSV file, as 'perfline import csv --columns' does.",
              what = "columns such as name=label,end=ts,service_time=elapsed:ms",
              form = "=")
          String columns,
      @Key.Inline ProgramKeys shared) {

    ProgramLoad load(ParsedObject parsed) {
      if ((metric == null) == (results == null)) {
        parsed.fault(
            "metric",
            "use either 'metric: {seconds: last_line}', for a number in the last line that the"
                + " command prints, or 'results', for a file that it writes");
      }
      if ("csv".equals(results) != (columns != null)) {
        parsed.fault("columns", "'columns' and 'results: csv' require each other");
      }
      return shared.load(parsed, command, new Results(results, columns, metric), null);
    }
  }

  private record K6Load(
      @Key(value = "Names the k6 script.", name = "k6", required = true, kind = "path")
          String script,
      @Key(
              value = "Sets further options of 'k6 run', such as --vus 10.",
              what = "options of k6",
              form = "\\S")
          String options,
      @Key.Inline ProgramKeys shared) {

    ProgramLoad load(ParsedObject parsed) {
      boolean timed = shared.compare != null && shared.compare.length() != null;
      String command =
          K6
              + (timed ? " --duration \"$seconds\"s" : "")
              + (options == null ? " " : " " + options + " ")
              + quoted(script);
      return shared.load(parsed, command, Results.of("k6"), null);
    }
  }

  private record JmeterLoad(
      @Key(value = "Names the JMeter test plan.", name = "jmeter", required = true, kind = "path")
          String plan,
      @Key(
              value = "Sets further options of 'jmeter -n', such as -Jusers=10.",
              what = "options of JMeter",
              form = "\\S")
          String options,
      @Key.Inline ProgramKeys shared) {

    ProgramLoad load(ParsedObject parsed) {
      String command = JMETER.formatted(quoted(plan)) + (options == null ? "" : " " + options);
      return shared.load(parsed, command, Results.of("jmeter"), JMETER_LENGTH);
    }
  }

  private record JmhLoad(
      @Key(
              value = "Names the jar with the JMH benchmarks, in the folder of the build.",
              name = "jmh",
              required = true,
              kind = "path")
          String jar,
      @Key(
              value = "Selects the benchmarks whose names match this regular expression.",
              what = "a regular expression",
              form = "\\S",
              defaultValue = ".*")
          String include,
      @Key(
              value = "Sets further options of JMH, such as -p size=1000.",
              what = "options of JMH",
              form = "\\S")
          String options,
      @Key.Inline(without = "requests") ProgramKeys shared) {

    ProgramLoad load(ParsedObject parsed) {
      String command =
          JMH.formatted(quoted(jar), quoted(include)) + (options == null ? "" : " " + options);
      return shared.load(parsed, command, Results.of("jmh"), JMH_LENGTH);
    }
  }

  private ProgramLoads() {}

  static Map<String, Schema<? extends PlannedLoad>> schemas(Map<Object, Schema<?>> values) {
    Map<Object, Schema<?>> all = new HashMap<>(values);
    all.put("last_line", Scalars.oneOf("where the number is", Map.of("last_line", true)));
    all.put(
        "metric",
        RecordSchema.of("a metric", NumberMetric.class, all, Set.of(), NumberMetric::lastLine));
    return Map.of(
        "command",
        RecordSchema.of("a command", ShellLoad.class, all, Set.of(), ShellLoad::load),
        "k6",
        RecordSchema.of("a load by k6", K6Load.class, all, Set.of(), K6Load::load),
        "jmeter",
        RecordSchema.of("a load by JMeter", JmeterLoad.class, all, Set.of(), JmeterLoad::load),
        "jmh",
        RecordSchema.of("a load by JMH", JmhLoad.class, all, Set.of(), JmhLoad::load));
  }

  /**
   * Creates the schema of {@code compare}: true for the default runs, or their number and length.
   */
  static Schema<ComparedRuns> comparison() {
    Schema<ComparedRuns> runs = RecordSchema.of(ComparedRuns.class, Map.of());
    Schema<ComparedRuns> either =
        Schema.of(
            "true, or {runs: …, length: …}",
            (node, context) -> {
              if (!(node instanceof ScalarNode)) {
                return runs.read(node, context);
              }
              return Boolean.TRUE.equals(Scalars.bool().read(node, context))
                  ? ComparedRuns.DEFAULT
                  : null;
            });
    return either.orAs(() -> runs);
  }

  private static String quoted(String text) {
    return text == null ? "" : "'" + text.replace("'", "'\\''") + "'";
  }
}
