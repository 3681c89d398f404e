package io.perfline.deploy.stack;

import io.perfline.core.file.FileTree;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.project.ServiceUnderTest;
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
 * A Tomcat with the manager and nothing else deployed.
 *
 * @param service the settings with which it is started for an application
 */
record TomcatPart(Path home, Path directory, TomcatSettings settings, HostedService service)
    implements Part {

  static final String NAME = "tomcat";

  /** The variable with the version of Tomcat; its process has it, for a restart on a change. */
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

  List<String> command(Path catalina) {
    String bin = catalina.resolve("bin").toString();
    List<String> command = new ArrayList<>();
    String javaHome = service.variables().get(ServiceUnderTest.JAVA_HOME);
    command.add(javaHome == null ? ServerArtifacts.java() : javaHome + "/bin/java");
    command.add("-Xmx" + settings.heapMib() + "m");
    service.jvmOptions().forEach(option -> command.add(ofSide(option)));
    command.addAll(
        List.of(
            "-XX:+ExitOnOutOfMemoryError",
            // Else what an undeployed application left softly reachable lingers for minutes and
            // reads as a leak.
            "-XX:SoftRefLRUPolicyMSPerMB=10",
            "-Dfile.encoding=UTF-8",
            "-Djava.awt.headless=true",
            "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
            "-Djava.util.logging.config.file=" + directory.resolve("conf/logging.properties"),
            "-Dcatalina.home=" + catalina,
            "-Dcatalina.base=" + directory,
            "-Djava.io.tmpdir=" + directory.resolve("temp"),
            "-DPORT=" + settings.port(), // for server.xml
            // Only for the leak detection when an application is undeployed.
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

  /** Returns the folder for the files of the service in this Tomcat. */
  private Path side() {
    return directory.resolve("side");
  }

  private String ofSide(String text) {
    return text.replace(ServiceUnderTest.SIDE, side().toAbsolutePath().toString());
  }

  /** Returns everything that it is started with, so that another configuration causes a restart. */
  @Override
  public Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>(Part.super.variables());
    variables.putAll(settings.variables());
    service.variables().forEach((name, value) -> variables.put(name, ofSide(value)));
    variables.put(VERSION, settings.version().word());
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
