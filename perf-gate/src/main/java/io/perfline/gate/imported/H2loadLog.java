package io.perfline.gate.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the file of h2load's option {@code --log-file}. Each line describes one request: its start
 * in microseconds since 1970, its HTTP status (-1 if it got no answer), and its duration in
 * microseconds.
 */
final class H2loadLog extends SampleReader<TextLines> {

  /** The name of all requests, because the file doesn't contain addresses. */
  private static final String NAME = "all";

  private static final Pattern LINE =
      Pattern.compile("([0-9]{15,17})\t(-1|[1-5][0-9]{2})\t([0-9]{1,12})");

  H2loadLog(Path file) throws IOException {
    super(new TextLines(file));
  }

  /** Returns whether a line describes a request. */
  static boolean isRequest(String line) {
    return LINE.matcher(line).matches();
  }

  @Override
  ImportedSample next() throws IOException {
    String line = source.next();
    if (line == null) {
      return null;
    }
    Matcher columns = LINE.matcher(line);
    if (!columns.matches()) {
      throw source.fault(
          "not a start in microseconds, a status and a duration: give the file of h2load"
              + " --log-file=FILE, not what h2load prints");
    }
    long micros = Long.parseLong(columns.group(3));
    int status = Integer.parseInt(columns.group(2));
    return new ImportedSample(
        NAME,
        Long.parseLong(columns.group(1)) + micros,
        micros,
        ImportedSample.UNKNOWN,
        status < 0 ? "no answer" : status >= 400 ? "HTTP " + status : null,
        0,
        0,
        Map.of(),
        0);
  }
}
