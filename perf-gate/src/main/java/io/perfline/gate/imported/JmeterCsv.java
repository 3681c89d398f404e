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
  private final int idle;
  private final int sampleCount;
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
    idle = records.column("IdleTime");
    sampleCount = records.column("SampleCount");
  }

  @Override
  public ImportedSample next() throws IOException {
    if (!records.next()) {
      return null;
    }
    requireSingle();
    long micros = records.whole(elapsed) * MICROS_PER_MILLI;
    long idle = records.isEmpty(this.idle) ? 0 : records.whole(this.idle) * MICROS_PER_MILLI;
    int now = (int) records.whole(users);
    mostUsers = Math.max(mostUsers, now);
    boolean succeeded = records.is(success, "true");
    if (!succeeded && !records.is(success, "false")) {
      throw records.fault("success is '" + records.text(success) + "', neither true nor false");
    }
    return new ImportedSample(
        records.text(label),
        stamp() + micros + idle,
        micros,
        ImportedSample.UNKNOWN,
        succeeded ? null : error(),
        records.whole(bytes),
        now,
        tags(),
        idle);
  }

  /** JMeter's statistical modes sum up: the times of single requests are lost. */
  private void requireSingle() {
    if (!records.isEmpty(sampleCount) && records.whole(sampleCount) != 1) {
      throw records.fault(
          "a line for %d requests, whose own times aren't in it: set mode=StrippedBatch in"
                  .formatted(records.whole(sampleCount))
              + " JMeter's properties, in place of Statistical, and run the load again");
    }
  }

  private long stamp() {
    if (!records.isWhole(stamp)) {
      throw records.fault(
          "timeStamp is '%s', which isn't milliseconds since 1970: a date has no time zone and a"
                  .formatted(records.text(stamp))
              + " spreadsheet rounds numbers; run JMeter with"
              + " -Jjmeter.save.saveservice.timestamp_format=ms, and give the file as JMeter wrote it");
    }
    return records.whole(stamp) * MICROS_PER_MILLI;
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
