package io.perfline.gate.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Reads JMeter's results as CSV, with the header that JMeter writes by default since 2.12.
 *
 * @see <a href="https://jmeter.apache.org/usermanual/listeners.html#csvlogformat">CSV log
 *     format</a>
 */
final class JmeterCsv implements SampleReader {

  private final CsvRecords records;
  private final JmeterSamples samples = new JmeterSamples();
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
  private final int host;

  JmeterCsv(Path file) throws IOException {
    records = new CsvRecords(file);
    if (records.column("timeStamp") < 0 || records.column("elapsed") < 0) {
      throw records.fault(
          "no column 'timeStamp' and 'elapsed' in a header: run JMeter with"
              + " -Jjmeter.save.saveservice.print_field_names=true, its default since 2.12");
    }
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
    host = records.column("Hostname");
  }

  @Override
  public ImportedSample next() {
    if (!records.next()) {
      return null;
    }
    if (!records.isEmpty(sampleCount)) {
      JmeterSamples.requireSingle(records.whole(sampleCount), records::fault);
    }
    boolean succeeded = records.is(success, "true");
    if (!succeeded && !records.is(success, "false")) {
      throw records.fault("success is '" + records.text(success) + "', neither true nor false");
    }
    return samples.of(
        records.text(label),
        stamp(),
        records.whole(elapsed),
        records.isEmpty(idle) ? 0 : records.whole(idle),
        succeeded ? null : error(),
        records.whole(bytes),
        (int) records.whole(users),
        thread < 0 ? null : records.withoutNumber(thread),
        records.text(host));
  }

  private long stamp() {
    if (!records.isWhole(stamp)) {
      throw records.fault(
          "timeStamp is '%s', which isn't milliseconds since 1970: a date has no time zone and a"
                  .formatted(records.text(stamp))
              + " spreadsheet rounds numbers; run JMeter with"
              + " -Jjmeter.save.saveservice.timestamp_format=ms, and give the file as JMeter wrote"
              + " it");
    }
    return records.whole(stamp);
  }

  private String error() {
    String text = records.text(failure);
    return samples.error(records.text(code), text.isEmpty() ? records.text(message) : text);
  }

  @Override
  public String position() {
    return records.position();
  }

  @Override
  public Map<String, String> metadata() {
    return samples.metadata();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
