package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * A copy of the recorder's WAR with the slowing filter in it: the same classes, one jar more, and
 * one filter more in {@code web.xml}.
 */
final class SlowedWar {

  private static final String DESCRIPTOR = "/WEB-INF/web.xml";
  private static final String END = "</web-app>";
  private static final String FILTER =
      """
        <filter>
          <filter-name>slowed</filter-name>
          <filter-class>io.perfline.proof.slowed.SlowedFilter</filter-class>
          <async-supported>true</async-supported>
      %s  </filter>
        <filter-mapping>
          <filter-name>slowed</filter-name>
          <url-pattern>/virtual-services/*</url-pattern>
        </filter-mapping>
      """;
  private static final String PARAMETER =
      "    <init-param><param-name>%s</param-name><param-value>%s</param-value></init-param>%n";

  private SlowedWar() {}

  /**
   * Writes it.
   *
   * @param war the recorder's
   * @param jar the filter's
   * @param parameters the filter's
   * @throws Fault exit code 2 when one of the files isn't there or isn't what it should be
   */
  static Path write(Path war, Path jar, Map<String, String> parameters, Path copy) {
    try {
      Files.createDirectories(copy.toAbsolutePath().getParent());
      Files.copy(war, copy, StandardCopyOption.REPLACE_EXISTING);
      try (FileSystem zip = FileSystems.newFileSystem(copy)) {
        Path libraries = Files.createDirectories(zip.getPath("/WEB-INF/lib"));
        Files.copy(jar, libraries.resolve("recorder-slowed.jar"));
        Path descriptor = zip.getPath(DESCRIPTOR);
        String xml = Files.readString(descriptor, StandardCharsets.UTF_8);
        if (!xml.contains(END)) {
          throw Fault.configuration("%s: %s has no %s".formatted(war, DESCRIPTOR, END));
        }
        Files.writeString(descriptor, xml.replace(END, filter(parameters) + END));
      }
      return copy;
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION,
          "cannot make a slowed copy of %s with %s (./perf build makes both): %s"
              .formatted(war, jar, e),
          e);
    }
  }

  private static String filter(Map<String, String> parameters) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(parameters)
        .forEach((name, value) -> text.append(PARAMETER.formatted(name, value)));
    return FILTER.formatted(text);
  }
}
