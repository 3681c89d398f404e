package io.perfline.deploy.stack;

import io.perfline.core.environment.HostPort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Tomcat with the manager and nothing else deployed.
 *
 * @param user whom an application knows; null for none
 */
record TomcatPart(Path home, Path directory, TomcatSettings settings, TomcatUser user)
    implements Part {

  static final String NAME = "tomcat";

  /** Which Tomcat the stack starts; its process has it too, so that another one is started anew. */
  static final String VERSION = "PERF_TOMCAT_VERSION";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostPort address() {
    return new HostPort("127.0.0.1", settings.port());
  }

  @Override
  public List<String> prepare() throws IOException {
    Path catalina = new ServerArtifacts(home).tomcat(settings.version());
    Path conf = PrivateFiles.directory(directory.resolve("conf"));
    for (String asItComes : List.of("web.xml", "context.xml", "catalina.properties")) {
      Files.copy(
          catalina.resolve("conf").resolve(asItComes),
          conf.resolve(asItComes),
          StandardCopyOption.REPLACE_EXISTING);
    }
    for (String folder : List.of("webapps", "temp", "work")) {
      PrivateFiles.directory(directory.resolve(folder));
    }
    Path host = PrivateFiles.directory(conf.resolve("Catalina/localhost"));
    PrivateFiles.write(host.resolve("manager.xml"), Template.text("manager.xml"));
    PrivateFiles.write(
        conf.resolve("server.xml"),
        Template.fill(
            "server.xml", Map.of("port", settings.port(), "realm", settings.version().realm())));
    PrivateFiles.write(
        conf.resolve("tomcat-users.xml"),
        Template.fill(
            "tomcat-users.xml",
            Map.of(
                "user",
                settings.user(),
                "digest",
                Secret.digest(settings.password()),
                "another",
                user == null ? "" : user.xml())));
    PrivateFiles.write(
        conf.resolve("logging.properties"), Template.text("tomcat-logging.properties"));
    return command(catalina);
  }

  private List<String> command(Path catalina) {
    String bin = catalina.resolve("bin").toString();
    return List.of(
        ServerArtifacts.java(),
        "-Xmx" + settings.heapMib() + "m",
        "-XX:+ExitOnOutOfMemoryError",
        // Else what an undeployed application left softly reachable lingers for minutes and reads
        // as a leak.
        "-XX:SoftRefLRUPolicyMSPerMB=10",
        "-Dfile.encoding=UTF-8",
        "-Djava.awt.headless=true",
        "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
        "-Djava.util.logging.config.file=" + directory.resolve("conf/logging.properties"),
        "-Dcatalina.home=" + catalina,
        "-Dcatalina.base=" + directory,
        "-Djava.io.tmpdir=" + directory.resolve("temp"),
        // Only for the leak detection when an application is undeployed.
        "--add-opens=java.base/java.io=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
        "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED",
        "-cp",
        bin + "/bootstrap.jar:" + bin + "/tomcat-juli.jar",
        "org.apache.catalina.startup.Bootstrap",
        "start");
  }

  @Override
  public Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>(Part.super.variables());
    variables.putAll(settings.variables());
    variables.put(VERSION, settings.version().word());
    if (user != null) { // so that another one is started anew
      variables.put("PERF_TOMCAT_USERS", user.xml());
    }
    return variables;
  }

  @Override
  public boolean answers() throws IOException, InterruptedException {
    HttpProbe.Answer answer =
        HttpProbe.get(manager().resolve("text/list"), settings.user(), settings.password());
    return answer.status() == 200 && answer.body().startsWith("OK - ");
  }

  /** {@code http://127.0.0.1:port/manager/} */
  private URI manager() {
    return URI.create("http://" + address() + "/manager/");
  }
}
