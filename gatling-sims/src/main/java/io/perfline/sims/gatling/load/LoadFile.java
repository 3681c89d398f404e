package io.perfline.sims.gatling.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Hands a load to Gatling's JVM: the record itself as JSON, kept beside the report. */
public final class LoadFile {

  /** What it is called in the folder that Gatling works in. */
  public static final String NAME = "load.json";

  /** The system property that tells Gatling's JVM where the file is. */
  public static final String PROPERTY = "perf.http.load";

  private LoadFile() {}

  /** In Gatling's JVM: the load it was started for. */
  public static HttpLoad read() {
    try {
      return Handover.read(path(), HttpLoad.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the load from " + path(), e);
    }
  }

  /** In Gatling's JVM: where the load is described. */
  public static Path path() {
    String path = System.getProperty(PROPERTY);
    if (path == null) {
      throw new IllegalStateException(
          "-D" + PROPERTY + " is not set: this simulation is started by GatlingLoad");
    }
    return Path.of(path);
  }
}
