package io.perfline.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;

/** An application whose listener throws an exception at startup. */
public final class BrokenWar implements ServletContextListener {

  static final String MESSAGE = "this application cannot start";

  private static final String WEB_XML =
      """
      <web-app xmlns="http://java.sun.com/xml/ns/javaee" version="3.0" metadata-complete="true">
        <listener><listener-class>io.perfline.acceptance.BrokenWar</listener-class></listener>
      </web-app>
      """;

  private static final String VERSION =
      "git.commit.id.full=0123456789012345678901234567890123456789\ngit.build.version=1\n";

  static Path writeTo(Path war) throws IOException {
    String type = BrokenWar.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(war);
        ZipOutputStream zip = new ZipOutputStream(out);
        InputStream code = BrokenWar.class.getClassLoader().getResourceAsStream(type)) {
      zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
      zip.write(WEB_XML.getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/version.properties"));
      zip.write(VERSION.getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + type));
      code.transferTo(zip);
    }
    return war;
  }

  @Override
  public void contextInitialized(ServletContextEvent event) {
    throw new IllegalStateException(MESSAGE);
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {}
}
