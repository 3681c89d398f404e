package io.perfline.gate.imported;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reads the requests of a file one at a time, because the file may be larger than the memory. */
abstract class SampleReader<S extends ToolSource> implements Closeable {

  final S source;
  private final Map<Map<String, String>, Map<String, String>> known = new HashMap<>();

  /** Creates a reader that closes the source in the end. */
  SampleReader(S source) {
    this.source = source;
  }

  /**
   * Returns the next request, or null after the last one.
   *
   * @throws io.perfline.core.command.Fault (no verdict) with the line, if the file is cut off or
   *     has another format
   */
  abstract ImportedSample next() throws IOException;

  /** Returns the file and the line of the request that was read last. */
  final String position() {
    return source.position();
  }

  /** Returns the tool's report on its own health, which is complete after the last request. */
  Map<String, String> metadata() {
    return Map.of();
  }

  /**
   * Returns the share of the intended requests that were started, 0 to 1, or null if the file does
   * not contain it.
   */
  Double achievedShare() {
    return null;
  }

  /** Returns one map for all requests with equal parameters, most of which have the same few. */
  final Map<String, String> shared(Map<String, String> parameters) {
    if (known.size() > 1000) {
      known.clear();
    }
    return known.computeIfAbsent(parameters, Map::copyOf);
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
