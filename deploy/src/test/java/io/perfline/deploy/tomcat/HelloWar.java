package io.perfline.deploy.tomcat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** A WAR with one servlet that reports its server, for both packages of the servlet API. */
final class HelloWar {

  private static final String SERVLET =
      """
      public class Hello extends API.servlet.http.HttpServlet {
        @Override
        protected void doGet(
            API.servlet.http.HttpServletRequest request,
            API.servlet.http.HttpServletResponse response) throws java.io.IOException {
          response.getWriter().print(getServletContext().getServerInfo());
        }
      }
      """;

  private static final String WEB_XML =
      """
      <web-app xmlns="http://java.sun.com/xml/ns/javaee" version="3.0" metadata-complete="true">
        <servlet>
          <servlet-name>hello</servlet-name>
          <servlet-class>Hello</servlet-class>
        </servlet>
        <servlet-mapping>
          <servlet-name>hello</servlet-name>
          <url-pattern>/</url-pattern>
        </servlet-mapping>
      </web-app>
      """;

  private HelloWar() {}

  /**
   * @param api javax or jakarta
   * @param home of the checkout, whose Tomcats contain the API
   */
  static Path write(Path war, String api, Path home) throws IOException {
    Path source = war.resolveSibling("Hello.java");
    Files.writeString(source, SERVLET.replace("API", api));
    String tomcat = api.equals("javax") ? "apache-tomcat-9.*" : "apache-tomcat-10.*";
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                Stream.of(
                        List.of("--release", "8", "-Xlint:-options", "-proc:none"),
                        List.of("-cp", only(home, tomcat).resolve("lib/servlet-api.jar") + ""),
                        List.of("-d", war.getParent().toString(), source.toString()))
                    .flatMap(List::stream)
                    .toArray(String[]::new));
    if (code != 0) {
      throw new IOException("the servlet doesn't compile");
    }
    try (OutputStream out = Files.newOutputStream(war);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
      zip.write(WEB_XML.getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/Hello.class"));
      Files.copy(war.resolveSibling("Hello.class"), zip);
    }
    return war;
  }

  private static Path only(Path home, String glob) throws IOException {
    try (var found = Files.newDirectoryStream(home.resolve("deploy/parts/tomcat/target"), glob)) {
      return found.iterator().next();
    }
  }
}
