package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.file.AtomicFile;
import io.perfline.gate.history.HistoryFolder;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.LineProtocol;
import io.perfline.gate.influx.Retry;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine;

/** The command {@code ./perf history}, which exports and imports the history as line protocol. */
@CommandLine.Command(
    name = "history",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Moves the history of cases, verdicts and events from InfluxDB to files and back.")
public final class HistoryCommand {

  /** The first bytes of a gzipped file (RFC 1952, 2.3.1). */
  private static final int GZIP_FIRST = 0x1f;

  private static final int GZIP_SECOND = 0x8b;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description = {
        "Writes the history of InfluxDB to a file, or to a folder with one file per" + " run.",
        "FILE also contains the seconds of all cases; gate, trend and publish read" + " FOLDER."
      },
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:the history was written",
        "2:wrong usage or configuration",
        "3:InfluxDB could not be read, or the file could not be written"
      })
  int export(
      @CommandLine.Parameters(
              paramLabel = "FILE|FOLDER",
              description = "A file ends in .gz, such as history.lp.gz.")
          Path to,
      @CommandLine.Mixin EnvironmentOption environment) {
    try (Database database = Database.at(environment.load().influxdb(), Retry.patient())) {
      HistoryExport export = new HistoryExport(database);
      long points = isFile(to) ? toFile(export, to) : toFolder(export, new HistoryFolder(to));
      say("exported %s points to %s".formatted(Long.toString(points), to));
    } catch (IOException | UncheckedIOException e) {
      throw Fault.noVerdict("cannot write the history to " + to + ": " + e, e);
    }
    return 0;
  }

  private static boolean isFile(Path path) {
    return path.toString().endsWith(".gz") || Files.isRegularFile(path);
  }

  private static long toFile(HistoryExport export, Path file) throws IOException {
    AtomicLong points = new AtomicLong();
    AtomicFile.write(
        file,
        gzipped -> {
          try (PrintWriter out =
              new PrintWriter(
                  new OutputStreamWriter(new GZIPOutputStream(gzipped), StandardCharsets.UTF_8))) {
            for (InfluxSchema schema : InfluxSchema.HISTORY) {
              points.addAndGet(export.write(schema, line -> out.append(line).append('\n')));
            }
            if (out.checkError()) {
              throw new IOException("the file can't be extended");
            }
          }
        });
    return points.get();
  }

  /**
   * Exports the points by run. All points are in memory until the end, because they are read in the
   * order of their times.
   */
  static long toFolder(HistoryExport export, HistoryFolder folder) throws IOException {
    Map<String, List<String>> runs = new LinkedHashMap<>();
    long points = 0;
    for (InfluxSchema schema :
        InfluxSchema.HISTORY.stream().filter(each -> !each.expires()).toList()) {
      points +=
          export.write(
              schema,
              line ->
                  runs.computeIfAbsent(
                          LineProtocol.parse(line).text(Column.RUN), run -> new ArrayList<>())
                      .add(line));
    }
    for (Map.Entry<String, List<String>> run : runs.entrySet()) {
      folder.write(run.getKey(), run.getValue());
    }
    return points;
  }

  @CommandLine.Command(
      name = "import",
      mixinStandardHelpOptions = true,
      description = "Writes an export into InfluxDB; repeating it changes nothing.",
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:the history is in InfluxDB",
        "2:wrong usage or configuration",
        "3:the file could not be read, or InfluxDB could not be written"
      })
  int importFile(
      @CommandLine.Parameters(
              paramLabel = "FILE|FOLDER",
              description = "Written by an export, or the FOLDER of publish.")
          Path from,
      @CommandLine.Mixin EnvironmentOption environment) {
    try (Database database = Database.at(environment.load().influxdb(), Retry.patient())) {
      database.createIfMissing();
      HistoryImport history = new HistoryImport(database, Clock.systemUTC());
      if (Files.isDirectory(from)) {
        new HistoryFolder(from).lines(history::line);
      } else {
        fromFile(from, history);
      }
      history.write();
      say(
          "imported %s points from %s%s"
              .formatted(
                  Long.toString(history.points()),
                  from,
                  history.expired() == 0
                      ? ""
                      : "; %s points by run or second, older than %s days, are not stored"
                          .formatted(
                              Long.toString(history.expired()),
                              Integer.toString(InfluxSchema.INTERVALS_DAYS))));
    } catch (IOException | UncheckedIOException e) {
      throw Fault.noVerdict("cannot read the history in " + from + ": " + e, e);
    }
    return 0;
  }

  /** Opens a file, and decompresses it if it is gzipped. */
  static InputStream plain(Path file) throws IOException {
    BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file));
    in.mark(2);
    boolean gzipped = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
    in.reset();
    return gzipped ? new GZIPInputStream(in) : in;
  }

  private static void fromFile(Path file, HistoryImport history) throws IOException {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(plain(file), StandardCharsets.UTF_8))) {
      in.lines().forEachOrdered(history::line);
    }
  }

  private void say(String what) {
    spec.commandLine().getOut().println(what);
  }
}
