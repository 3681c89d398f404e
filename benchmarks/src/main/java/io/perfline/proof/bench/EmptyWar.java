package io.perfline.proof.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes a WAR with the {@link EmptyServlet} at every address and nothing else. */
final class EmptyWar {

  private static final String WEB_XML =
      """
      <web-app xmlns="http://java.sun.com/xml/ns/javaee" version="3.0" metadata-complete="true">
        <servlet>
          <servlet-name>empty</servlet-name>
          <servlet-class>%s</servlet-class>
        </servlet>
        <servlet-mapping>
          <servlet-name>empty</servlet-name>
          <url-pattern>/*</url-pattern>
        </servlet-mapping>
      </web-app>
      """;

  /** The name of the servlet's class, which can be loaded only where the servlet API is. */
  private static final String SERVLET = EmptyWar.class.getPackageName() + ".EmptyServlet";

  private EmptyWar() {}

  static Path write(Path file) throws IOException {
    String path = SERVLET.replace('.', '/') + ".class";
    try (ZipOutputStream war = new ZipOutputStream(Files.newOutputStream(file));
        InputStream code = EmptyWar.class.getClassLoader().getResourceAsStream(path)) {
      war.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
      war.write(WEB_XML.formatted(SERVLET).getBytes(StandardCharsets.UTF_8));
      war.putNextEntry(new ZipEntry("WEB-INF/classes/" + path));
      code.transferTo(war);
    }
    return file;
  }
}
