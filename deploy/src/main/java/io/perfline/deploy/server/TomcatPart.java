package io.perfline.deploy.server;

import io.perfline.core.file.FileTree;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.process.PrivateFiles;
import io.perfline.deploy.process.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Tomcat in which only the manager is deployed.
 *
 * @param service the configuration for the service that Tomcat will run
 */
public record TomcatPart(Path home, Path directory, TomcatSettings settings, HostedService service)
    implements Part {

  public static final String NAME = "tomcat";

  /**
   * The variable with the version of Tomcat. It is also set in Tomcat's process, so that another
   * version causes a restart.
   */
  static final String VERSION = "PERF_TOMCAT_VERSION";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int port() {
    return settings.port();
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
    FileTree.delete(side());
    PrivateFiles.directory(side());
    Path host = PrivateFiles.directory(conf.resolve("Catalina/localhost"));
    PrivateFiles.write(host.resolve("manager.xml"), Template.text("manager.xml"));
    PrivateFiles.write(
        conf.resolve("server.xml"),
        service.serverXml() == null ? Template.text("server.xml") : service.serverXml());
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
                service.user() == null ? "" : service.user().xml())));
    PrivateFiles.write(
        conf.resolve("logging.properties"), Template.text("tomcat-logging.properties"));
    return command(catalina);
  }

  public List<String> command(Path catalina) {
    String bin = catalina.resolve("bin").toString();
    List<String> command = new ArrayList<>();
    String javaHome = service.variables().get(ServiceUnderTest.JAVA_HOME);
    command.add(javaHome == null ? ServerArtifacts.java() : javaHome + "/bin/java");
    command.add("-Xmx" + settings.heapMib() + "m");
    service.jvmOptions().forEach(option -> command.add(ofSide(option)));
    command.addAll(
        List.of(
            "-XX:+ExitOnOutOfMemoryError",
            // By default, softly reachable objects of an undeployed application stay for minutes,
            // which looks like a memory leak.
            "-XX:SoftRefLRUPolicyMSPerMB=10",
            "-Dfile.encoding=UTF-8",
            "-Djava.awt.headless=true",
            "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
            "-Djava.util.logging.config.file=" + directory.resolve("conf/logging.properties"),
            "-Dcatalina.home=" + catalina,
            "-Dcatalina.base=" + directory,
            "-Djava.io.tmpdir=" + directory.resolve("temp"),
            "-DPORT=" + settings.port(), // for server.xml
            // Tomcat needs these only for its leak detection when an application is undeployed.
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED",
            "-cp",
            bin + "/bootstrap.jar:" + bin + "/tomcat-juli.jar",
            "org.apache.catalina.startup.Bootstrap",
            "start"));
    return command;
  }

  /** Returns the folder for files of the service, which replaces {@link ServiceUnderTest#SIDE}. */
  private Path side() {
    return directory.resolve("side");
  }

  private String ofSide(String text) {
    return text.replace(ServiceUnderTest.SIDE, side().toAbsolutePath().toString());
  }

  /**
   * Returns the environment variables of Tomcat. They include everything else that Tomcat is
   * started with, so that another configuration causes a restart.
   */
  @Override
  public Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>(Part.super.variables());
    variables.putAll(settings.variables());
    service.variables().forEach((name, value) -> variables.put(name, ofSide(value)));
    variables.put(VERSION, settings.version().number());
    variables.put("PERF_TOMCAT_HEAP_MIB", Integer.toString(settings.heapMib()));
    if (service.user() != null) {
      variables.put("PERF_TOMCAT_USERS", service.user().xml());
    }
    if (service.serverXml() != null || !service.jvmOptions().isEmpty()) {
      variables.put(
          "PERF_TOMCAT_CONFIGURATION",
          Secret.digest(service.jvmOptions() + " " + service.serverXml()));
    }
    return variables;
  }

  @Override
  public boolean answers() throws IOException, InterruptedException {
    HttpProbe.Answer answer =
        new HttpProbe(URI.create("http://" + address()), settings.user(), settings.password())
            .get("/manager/text/list");
    return answer.status() == 200 && answer.body().startsWith("OK - ");
  }
}
