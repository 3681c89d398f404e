package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;
import io.perfline.deploy.server.TomcatVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * The oldest Tomcat that can run a WAR, according to the Servlet API that the WAR uses ({@code
 * javax} or {@code jakarta}).
 *
 * @param tomcat the oldest maintained Tomcat with this API
 * @param reason the part of the WAR that shows which API it uses
 */
public record ServletsOfWar(TomcatVersion tomcat, String reason) {

  private static final String DESCRIPTOR = "WEB-INF/web.xml";
  private static final String CLASSES = "WEB-INF/classes/";
  private static final String LIBRARIES = "WEB-INF/lib/";
  private static final Pattern WEB_APP =
      Pattern.compile("<(?:\\w+:)?web-app\\b([^>]*)>", Pattern.DOTALL);
  private static final Pattern VERSION = Pattern.compile("\\bversion\\s*=\\s*[\"']([^\"']*)");

  /**
   * Determines the API from the descriptor of a WAR, otherwise from its classes, otherwise from its
   * libraries. The result is empty if they use neither API, or both.
   *
   * @throws Fault (exit code 2) if the file isn't a zip archive
   */
  public static Optional<ServletsOfWar> of(Path file) {
    try (ZipFile war = new ZipFile(file.toFile())) {
      Optional<ServletsOfWar> described = ofDescriptor(war);
      if (described.isPresent()) {
        return described;
      }
      Optional<ServletsOfWar> compiled = ofClasses(war, CLASSES);
      return compiled.isPresent() ? compiled : ofClasses(war, LIBRARIES);
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION, "%s is not a WAR: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static Optional<ServletsOfWar> ofDescriptor(ZipFile war) throws IOException {
    ZipEntry entry = war.getEntry(DESCRIPTOR);
    if (entry == null) {
      return Optional.empty();
    }
    try (InputStream in = war.getInputStream(entry)) {
      Matcher root = WEB_APP.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      if (!root.find()) {
        return Optional.empty();
      }
      Matcher version = VERSION.matcher(root.group(1));
      String number = version.find() ? version.group(1) : "";
      String shown = DESCRIPTOR + (number.isEmpty() ? "" : " of version " + number);
      if (root.group(1).contains("jakarta.ee")) {
        return Optional.of(
            new ServletsOfWar(
                number.equals("6.1") ? TomcatVersion.V11 : TomcatVersion.V10_1, shown));
      }
      return root.group(1).contains("java.sun.com") || root.group(1).contains("xmlns.jcp.org")
          ? Optional.of(new ServletsOfWar(TomcatVersion.V9, shown))
          : Optional.empty();
    }
  }

  private static Optional<ServletsOfWar> ofClasses(ZipFile war, String folder) throws IOException {
    Uses uses = new Uses();
    Enumeration<? extends ZipEntry> entries = war.entries();
    while (entries.hasMoreElements()) {
      ZipEntry entry = entries.nextElement();
      if (entry.getName().startsWith(folder)) {
        try (InputStream in = war.getInputStream(entry)) {
          if (entry.getName().endsWith(".jar")) {
            uses.addJar(in);
          } else if (entry.getName().endsWith(".class")) {
            uses.addClass(in.readAllBytes());
          }
        }
      }
    }
    return uses.javax == uses.jakarta
        ? Optional.empty()
        : Optional.of(
            new ServletsOfWar(
                uses.jakarta ? TomcatVersion.V10_1 : TomcatVersion.V9, "the classes in " + folder));
  }

  /** The Servlet APIs to which classes refer. */
  private static final class Uses {

    private boolean javax;
    private boolean jakarta;

    void addJar(InputStream in) throws IOException {
      ZipInputStream jar = new ZipInputStream(in);
      for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
        if (entry.getName().endsWith(".class")) {
          addClass(jar.readAllBytes());
        }
      }
    }

    /** Adds a class, whose constant pool contains the names of all classes that it uses as text. */
    void addClass(byte[] content) {
      String text = new String(content, StandardCharsets.ISO_8859_1);
      javax |= text.contains("javax/servlet/");
      jakarta |= text.contains("jakarta/servlet/");
    }
  }
}
