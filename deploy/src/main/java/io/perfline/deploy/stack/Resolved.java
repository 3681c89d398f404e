package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** What Maven resolved for each server in {@code deploy/parts/}. */
final class Resolved {

  private final Path parts;

  /**
   * @param home root of the checkout
   */
  Resolved(Path home) {
    this.parts = home.toAbsolutePath().normalize().resolve("deploy/parts");
  }

  /** The Java that runs this process. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The class path of {@code part}, kafka or cassandra. */
  String classpath(String part) {
    Path file = parts.resolve(part).resolve("target/classpath");
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw notBuilt(part, file, e);
    }
  }

  /** The one jar of {@code part} whose file name starts with {@code name}. */
  Path jar(String part, String name) {
    List<Path> jars =
        Arrays.stream(classpath(part).split(File.pathSeparator))
            .map(Path::of)
            .filter(jar -> jar.getFileName().toString().startsWith(name))
            .toList();
    if (jars.size() != 1) {
      throw Fault.noVerdict(
          "the class path of %s should have one %s*.jar, it has %s".formatted(part, name, jars));
    }
    return jars.get(0);
  }

  /** Where Tomcat is unpacked. */
  Path tomcat() {
    Path target = parts.resolve("tomcat/target");
    try (var found = Files.newDirectoryStream(target, "apache-tomcat-7*")) {
      for (Path tomcat : found) {
        return tomcat;
      }
    } catch (IOException e) {
      throw notBuilt("tomcat", target, e);
    }
    throw notBuilt("tomcat", target, null);
  }

  private static Fault notBuilt(String part, Path missing, IOException e) {
    return Fault.noVerdict(
        "%s is not resolved (%s): build with ./perf build".formatted(part, missing), e);
  }
}
