package io.perfline.deploy.server;

import io.perfline.core.environment.InfluxDb;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.Secret;
import java.nio.file.Path;

/** An InfluxDB 1.x with an administrator and no database yet. */
public final class InfluxDbServer extends Server<InfluxDbPart> {

  private InfluxDbServer(InfluxDbPart part) {
    super(part);
  }

  /** Starts InfluxDB on a free port and waits until it accepts its administrator. */
  public static InfluxDbServer start(Path home, Path directory) {
    return start(home, directory, 0);
  }

  /**
   * Starts InfluxDB and waits until it accepts its administrator.
   *
   * @param home root of the checkout
   * @param directory the folder of InfluxDB's configuration, data and log; created if it is
   *     missing; must not contain data of an earlier start, which has another password
   * @param port the HTTP port; 0 for a free one
   * @throws io.perfline.core.command.Fault with the end of InfluxDB's log if it does not start, or
   *     with the ways to get InfluxDB if it is not installed
   */
  public static InfluxDbServer start(Path home, Path directory, int port) {
    return start(home, directory, port, Secret.generate());
  }

  /** Starts InfluxDB again with the data and {@link InfluxDb#password()} of an earlier start. */
  public static InfluxDbServer start(Path home, Path directory, int port, String password) {
    return new InfluxDbServer(
        new InfluxDbPart(home, Server.directory(directory), Ports.orFree(port), "perf", password));
  }

  /** Returns the address and the administrator's login in the form of an environment file. */
  public InfluxDb environment(String database) {
    return new InfluxDb(url(), database, part().user(), part().password());
  }
}
