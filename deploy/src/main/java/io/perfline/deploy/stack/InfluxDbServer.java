package io.perfline.deploy.stack;

import io.perfline.core.environment.InfluxDb;
import java.net.URI;
import java.nio.file.Path;

/** An InfluxDB 1.x with an administrator and no database yet. */
public final class InfluxDbServer extends Server {

  private final InfluxDbPart part;

  private InfluxDbServer(InfluxDbPart part) {
    super(part);
    this.part = part;
  }

  /** As {@link #start(Path, Path, int)} on a free port. */
  public static InfluxDbServer start(Path home, Path directory) {
    return start(home, directory, 0);
  }

  /**
   * Starts it and waits until it lets its administrator in.
   *
   * @param home root of the checkout
   * @param directory for its configuration, data and log; made if need be, and without data of an
   *     earlier start, whose password would be another
   * @param port 0 for a free one
   * @throws io.perfline.core.command.Fault with the end of its log when it doesn't come up, and
   *     with the ways to get it when there is no InfluxDB
   */
  public static InfluxDbServer start(Path home, Path directory, int port) {
    return start(home, directory, port, Secret.generate());
  }

  /** Starts it again with the data and {@link InfluxDb#password()} of an earlier start. */
  public static InfluxDbServer start(Path home, Path directory, int port, String password) {
    return new InfluxDbServer(
        new InfluxDbPart(home, Server.directory(directory), Ports.orFree(port), "perf", password));
  }

  InfluxDbPart part() {
    return part;
  }

  /** {@code http://127.0.0.1:port} */
  public URI url() {
    return URI.create("http://" + address());
  }

  /** Its address and administrator, as an environment file would say. */
  public InfluxDb environment(String database) {
    return new InfluxDb(url(), database, part.user(), part.password());
  }
}
