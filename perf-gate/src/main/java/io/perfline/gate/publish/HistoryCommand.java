package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.influx.Schema;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine;

/** {@code ./perf history}: moves the history from one InfluxDB to another, as line protocol. */
@CommandLine.Command(
    name = "history",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Moves the history of cases, verdicts, events and seconds as gzipped line protocol.")
public final class HistoryCommand {

  /** How a gzipped file begins (RFC 1952, 2.3.1). */
  private static final int GZIP_FIRST = 0x1f;

  private static final int GZIP_SECOND = 0x8b;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description = "Writes all that runs left in InfluxDB into FILE.")
  int export(
      @CommandLine.Parameters(paramLabel = "FILE", description = "Such as history.lp.gz.")
          Path file,
      @CommandLine.Mixin InfluxDbOption influxDb) {
    AtomicLong points = new AtomicLong();
    try (Database database = Database.at(influxDb.address(), Retry.patient())) {
      AtomicFile.write(
          file,
          gzipped -> {
            try (Writer out =
                new OutputStreamWriter(new GZIPOutputStream(gzipped), StandardCharsets.UTF_8)) {
              for (Schema schema : Schema.HISTORY) {
                points.addAndGet(new HistoryExport(database).write(schema, out));
              }
            }
          });
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write the history to " + file + ": " + e, e);
    }
    say("exported %s points to %s".formatted(points.toString(), file));
    return 0;
  }

  @CommandLine.Command(
      name = "import",
      mixinStandardHelpOptions = true,
      description = "Writes what an export holds; doing it again changes nothing.")
  int importFile(
      @CommandLine.Parameters(
              paramLabel = "FILE",
              description = "Written by an export; gzipped or as plain text.")
          Path file,
      @CommandLine.Mixin InfluxDbOption influxDb) {
    try (Database database = Database.at(influxDb.address(), Retry.patient());
        BufferedReader in =
            new BufferedReader(new InputStreamReader(plain(file), StandardCharsets.UTF_8))) {
      database.createIfMissing();
      HistoryImport history = new HistoryImport(database, Clock.systemUTC());
      in.lines().forEachOrdered(history::line);
      history.end();
      say(
          "imported %s points from %s%s"
              .formatted(
                  Long.toString(history.points()),
                  file,
                  history.expired() == 0
                      ? ""
                      : "; %s points by run or second, older than %s days, are not kept"
                          .formatted(
                              Long.toString(history.expired()),
                              Integer.toString(Schema.INTERVALS_DAYS))));
    } catch (IOException | UncheckedIOException e) {
      throw Fault.noVerdict("cannot read the history in " + file + ": " + e, e);
    }
    return 0;
  }

  /** What a file holds, which may have been unpacked. */
  static InputStream plain(Path file) throws IOException {
    BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file));
    in.mark(2);
    boolean gzipped = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
    in.reset();
    return gzipped ? new GZIPInputStream(in) : in;
  }

  private void say(String what) {
    spec.commandLine().getOut().println(what);
  }
}
