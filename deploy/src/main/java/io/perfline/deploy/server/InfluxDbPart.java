package io.perfline.deploy.server;

import io.perfline.core.project.HttpProbe;
import io.perfline.deploy.process.PrivateFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * InfluxDB 1.x with authentication. Its data is the history, which is kept when the stack is
 * stopped.
 */
public record InfluxDbPart(Path home, Path directory, int port, String user, String password)
    implements Part {

  public InfluxDbPart {
    if (!user.matches("[A-Za-z0-9._-]+") || !password.matches("[A-Za-z0-9]+")) {
      throw new IllegalArgumentException("user or password would need quoting in InfluxQL");
    }
  }

  @Override
  public String name() {
    return "influxdb";
  }

  @Override
  public List<String> prepare() throws IOException, InterruptedException {
    Path influxd = ServerProgram.INFLUXDB.find(home, System.getenv());
    PrivateFiles.write(
        directory.resolve("influxdb.conf"), Template.fill("influxdb.conf", Map.of("port", port)));
    return List.of(influxd.toString(), "-config", "influxdb.conf");
  }

  /**
   * Returns whether InfluxDB accepts its administrator. On the first start this creates the
   * administrator; until then an empty InfluxDB accepts everybody.
   */
  @Override
  public boolean answers() throws IOException, InterruptedException {
    URI url = URI.create("http://" + address());
    HttpProbe anybody = new HttpProbe(url);
    HttpProbe administrator = new HttpProbe(url, user, password);
    if (anybody.get("/ping").status() != 204) {
      return false;
    }
    if (administrator.query("SHOW DATABASES").status() == 200) {
      return true;
    }
    String creation =
        "CREATE USER \"%s\" WITH PASSWORD '%s' WITH ALL PRIVILEGES".formatted(user, password);
    return anybody.query(creation).status() == 200
        && administrator.query("SHOW DATABASES").status() == 200;
  }
}
