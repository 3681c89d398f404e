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
final class JmeterCsv extends SampleReader<CsvRecords> {

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
    super(new CsvRecords(file));
    if (source.column("timeStamp") < 0 || source.column("elapsed") < 0) {
      throw source.fault(
          "no column 'timeStamp' and 'elapsed' in a header: run JMeter with"
              + " -Jjmeter.save.saveservice.print_field_names=true, its default since 2.12");
    }
    stamp = source.required("timeStamp");
    elapsed = source.required("elapsed");
    label = source.required("label");
    success = source.required("success");
    code = source.column("responseCode");
    message = source.column("responseMessage");
    failure = source.column("failureMessage");
    thread = source.column("threadName");
    bytes = source.column("bytes");
    users = source.column("allThreads");
    idle = source.column("IdleTime");
    sampleCount = source.column("SampleCount");
    host = source.column("Hostname");
  }

  @Override
  ImportedSample next() {
    if (!source.next()) {
      return null;
    }
    if (!source.isEmpty(sampleCount)) {
      JmeterSamples.requireSingle(source.whole(sampleCount), source::fault);
    }
    boolean succeeded = source.is(success, "true");
    if (!succeeded && !source.is(success, "false")) {
      throw source.fault("success is '" + source.text(success) + "', neither true nor false");
    }
    return samples.of(
        source.text(label),
        stamp(),
        source.whole(elapsed),
        source.isEmpty(idle) ? 0 : source.whole(idle),
        succeeded ? null : error(),
        source.whole(bytes),
        (int) source.whole(users),
        thread < 0 ? null : source.withoutNumber(thread),
        source.text(host));
  }

  private long stamp() {
    if (!source.isWhole(stamp)) {
      throw source.fault(
          "timeStamp is '%s', which isn't milliseconds since 1970: a date has no time zone and a"
                  .formatted(source.text(stamp))
              + " spreadsheet rounds numbers; run JMeter with"
              + " -Jjmeter.save.saveservice.timestamp_format=ms, and give the file as JMeter wrote"
              + " it");
    }
    return source.whole(stamp);
  }

  private String error() {
    String text = source.text(failure);
    return samples.error(source.text(code), text.isEmpty() ? source.text(message) : text);
  }

  @Override
  Map<String, String> metadata() {
    return samples.metadata();
  }
}
