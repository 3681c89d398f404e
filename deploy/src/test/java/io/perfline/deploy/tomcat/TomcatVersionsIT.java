package io.perfline.deploy.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Tomcat;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.server.TomcatSettings;
import io.perfline.deploy.server.TomcatVersion;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the manager of each Tomcat version that the stack can start. */
class TomcatVersionsIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final ContextPath HELLO = new ContextPath("/hello");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void deploysAndUndeploys(TomcatVersion version) throws Exception {
    Path war = HelloWar.write(folder.resolve("hello.war"), api(version), HOME);
    try (TomcatServer server =
        TomcatServer.start(
            HOME, folder.resolve("tomcat"), TomcatSettings.defaults().withVersion(version))) {
      Tomcat tomcat = server.environment();
      ManagerClient manager = new ManagerClient(tomcat);

      assertThat(manager.deploy(war, HELLO, Optional.empty()))
          .startsWith("OK - Deployed application at context path [/hello]");
      HttpResponse<String> hello = get(URI.create(server.url() + "/hello/"));
      assertThat(hello.statusCode()).isEqualTo(200);
      assertThat(hello.body()).startsWith("Apache Tomcat/" + version.number() + ".");
      assertThat(manager.deploy(war, HELLO, Optional.empty())).startsWith("OK - ");
      assertThat(manager.list()).contains("/hello:running:");

      assertThat(manager.undeploy(HELLO, Optional.empty()))
          .startsWith("OK - Undeployed application at context path [/hello]");
      assertThat(get(URI.create(server.url() + "/hello/")).statusCode()).isEqualTo(404);
    }
  }

  private static String api(TomcatVersion version) {
    return version == TomcatVersion.V7 || version == TomcatVersion.V9 ? "javax" : "jakarta";
  }

  private static HttpResponse<String> get(URI url) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
  }
}
