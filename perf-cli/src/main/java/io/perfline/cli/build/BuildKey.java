package io.perfline.cli.build;

import io.perfline.core.file.Sha256;
import io.perfline.core.project.ServiceUnderTest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifies everything other than the commit on which a build depends: the JDK, the service
 * section, and the environment variables that build tools read or the section names. A cached build
 * with another key is rebuilt.
 */
final class BuildKey {

  private static final Set<String> OF_BUILD_TOOLS =
      Set.of(
          "JAVA_HOME",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "JDK_JAVAC_OPTIONS",
          "MAVEN_OPTS",
          "MAVEN_ARGS",
          "GRADLE_OPTS",
          "SBT_OPTS");

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([A-Za-z_][A-Za-z0-9_]*)");

  private BuildKey() {}

  static String of(ServiceUnderTest service, Map<String, String> environment) {
    StringBuilder key = new StringBuilder("java ").append(Runtime.version()).append('\n');
    String section =
        "%s\n%s\n%s\n%s\n%s\n%s%s"
            .formatted(
                service.build(),
                service.war(),
                service.artifact(),
                service.command(),
                service.serverXml(),
                new TreeMap<>(service.variables()),
                service.javaHome() == null ? "" : "\n" + service.javaHome());
    Set<String> names = new TreeSet<>(OF_BUILD_TOOLS);
    Matcher named = VARIABLE.matcher(section);
    while (named.find()) {
      names.add(named.group(1));
    }
    key.append("service ").append(Sha256.of(section)).append('\n');
    // A value may be a secret and is therefore hashed.
    names.stream()
        .filter(environment::containsKey)
        .forEach(
            name ->
                key.append(name).append(' ').append(Sha256.of(environment.get(name))).append('\n'));
    return key.toString();
  }
}
