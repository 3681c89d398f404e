package io.perfline.gate.imported;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the file of the listener for Locust in docs/import.md. Locust only logs what a listener
 * throws, so a request may be missing. The last line therefore contains how many requests and
 * failures Locust itself counted in the process, which must agree.
 */
final class LocustRequests extends NamedCsv {

  private static final String COLUMNS =
      "name=name,start=start_time,service_time=response_time:ms,bytes=response_length,"
          + "error=exception,method=request_type";

  /** The first cell of the last line. */
  private static final String TOTAL = "total";

  private long requests;
  private long failures;
  private boolean counted;

  LocustRequests(Path file) throws IOException {
    super(file, COLUMNS);
  }

  @Override
  ImportedSample next() {
    ImportedSample sample = super.next();
    if (sample != null) {
      requests++;
      failures += sample.error() == null ? 0 : 1;
    } else if (!counted) {
      throw source.fault(
          "the last line is not the one with Locust's own counts: the process was killed, or its"
              + " listener is not the present one of docs/import.md");
    }
    return sample;
  }

  @Override
  boolean isRequest() {
    if (!source.is(source.required("start_time"), TOTAL)) {
      return true;
    }
    long all = source.whole(source.required("request_type"));
    long failed = source.whole(source.required("name"));
    if (all != requests || failed != failures) {
      throw source.fault(
          "Locust counted %d requests, of which %d failed, and the lines above contain %d and %d: run it without --reset-stats, with the present listener of docs/import.md"
              .formatted(all, failed, requests, failures));
    }
    if (source.next()) {
      throw source.fault("a line after Locust's counts: the file contains two results; split it");
    }
    counted = true;
    return false;
  }
}
