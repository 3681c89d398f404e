package io.perfline.deploy.tomcat;

import io.perfline.deploy.tomcat.app.ThrowingListener;
import io.perfline.deploy.tomcat.app.VersionServlet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

final class TestWar {

  static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  private TestWar() {}

  /** Writes a WAR that reports {@code commit} at /version. */
  static Path good(Path file, String commit) throws IOException {
    return lying(file, commit, commit);
  }

  /** Writes a WAR that was built from {@code commit} and reports another commit at /version. */
  static Path lying(Path file, String commit, String output) throws IOException {
    String servlet =
        """
        <servlet>
          <servlet-name>version</servlet-name>
          <servlet-class>%s</servlet-class>
        </servlet>
        <servlet-mapping>
          <servlet-name>version</servlet-name>
          <url-pattern>/version</url-pattern>
        </servlet-mapping>
        """
            .formatted(VersionServlet.class.getName());
    return write(file, commit, output, servlet, VersionServlet.class);
  }

  /** Writes a WAR that fails at startup. */
  static Path throwing(Path file, String commit) throws IOException {
    String listener =
        "<listener><listener-class>%s</listener-class></listener>"
            .formatted(ThrowingListener.class.getName());
    return write(file, commit, commit, listener, ThrowingListener.class);
  }

  private static Path write(Path file, String commit, String output, String xml, Class<?> type)
      throws IOException {
    try (ZipOutputStream war = new ZipOutputStream(Files.newOutputStream(file))) {
      add(
          war,
          "WEB-INF/web.xml",
          "<web-app xmlns=\"http://java.sun.com/xml/ns/javaee\" version=\"3.0\">"
              + xml
              + "</web-app>");
      add(war, "WEB-INF/classes/version.properties", version(commit));
      add(war, "WEB-INF/running.properties", version(output));
      String path = type.getName().replace('.', '/') + ".class";
      war.putNextEntry(new ZipEntry("WEB-INF/classes/" + path));
      try (InputStream in = type.getClassLoader().getResourceAsStream(path)) {
        in.transferTo(war);
      }
    }
    return file;
  }

  private static String version(String commit) {
    return "git.commit.id.full=%s%ngit.build.version=1.2.3%ngit.dirty=false%n".formatted(commit);
  }

  private static void add(ZipOutputStream war, String name, String text) throws IOException {
    war.putNextEntry(new ZipEntry(name));
    war.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
