package io.perfline.gate.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * JMeter's results as CSV, under the header that JMeter writes since 2.12.
 *
 * @see <a href="https://jmeter.apache.org/usermanual/listeners.html#csvlogformat">CSV log
 *     format</a>
 */
final class JmeterCsv implements SampleReader {

  private static final long MICROS_PER_MILLI = 1000;

  private final CsvRecords records;
  private final ImportedErrors errors = new ImportedErrors();
  private final Map<String, Map<String, String>> scenarios = new HashMap<>();
  private final int stamp;
  private final int elapsed;
  private final int label;
  private final int success;
  private final int code;
  private final int message;
  private final int failure;
  private final int thread;
  private final int bytes;
  private final int users;
  private int mostUsers;

  JmeterCsv(Path file) throws IOException {
    records = new CsvRecords(file);
    stamp = records.required("timeStamp");
    elapsed = records.required("elapsed");
    label = records.required("label");
    success = records.required("success");
    code = records.column("responseCode");
    message = records.column("responseMessage");
    failure = records.column("failureMessage");
    thread = records.column("threadName");
    bytes = records.column("bytes");
    users = records.column("allThreads");
  }

  @Override
  public ImportedSample next() throws IOException {
    if (!records.next()) {
      return null;
    }
    long micros = records.whole(elapsed) * MICROS_PER_MILLI;
    int now = (int) records.whole(users);
    mostUsers = Math.max(mostUsers, now);
    boolean succeeded = records.is(success, "true");
    if (!succeeded && !records.is(success, "false")) {
      throw records.fault("success is '" + records.text(success) + "', neither true nor false");
    }
    return new ImportedSample(
        records.text(label),
        records.whole(stamp) * MICROS_PER_MILLI + micros,
        micros,
        ImportedSample.UNKNOWN,
        succeeded ? null : error(),
        records.whole(bytes),
        now,
        tags());
  }

  private String error() {
    String said = records.text(failure);
    return errors.of(records.text(code), said.isEmpty() ? records.text(message) : said);
  }

  private Map<String, String> tags() {
    return thread < 0
        ? Map.of()
        : scenarios.computeIfAbsent(
            records.withoutNumber(thread), group -> Map.of("scenario", group));
  }

  @Override
  public String position() {
    return records.place();
  }

  @Override
  public Map<String, String> metadata() {
    return users < 0 ? Map.of() : Map.of("most users", Integer.toString(mostUsers));
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
