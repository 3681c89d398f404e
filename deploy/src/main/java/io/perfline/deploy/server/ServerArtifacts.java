package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the files of the servers: in {@code servers/} of an installed perfline, otherwise among the
 * artifacts that Maven has resolved in {@code deploy/parts/}.
 */
public final class ServerArtifacts {

  private final Path tool;

  /**
   * Finds the files of the servers in the folder of perfline.
   *
   * @param home the project's folder, which is not necessarily that of perfline
   */
  public ServerArtifacts(Path home) {
    this.tool = Homes.tool(home).toAbsolutePath().normalize();
  }

  /** Returns the path of the Java that runs this process. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Returns the class path of {@code part}, which is kafka or cassandra. */
  String classpath(String part) {
    Path jars = installed().resolve(part);
    Path file = tool.resolve("deploy/parts").resolve(part).resolve("target/classpath");
    try {
      return Files.isDirectory(jars) ? joined(jars) : Files.readString(file).strip();
    } catch (IOException e) {
      throw missing(part, file, e);
    }
  }

  private static String joined(Path jars) throws IOException {
    try (Stream<Path> files = Files.list(jars)) {
      return files.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
    }
  }

  /** Returns the only jar of {@code part} with a file name that starts with {@code name}. */
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

  /** Returns the folder of an unpacked Tomcat. */
  Path tomcat(TomcatVersion version) {
    Path unpacked =
        Files.isDirectory(installed()) ? installed() : tool.resolve("deploy/parts/tomcat/target");
    try (var found =
        Files.newDirectoryStream(unpacked, "apache-tomcat-" + version.number() + ".*")) {
      for (Path tomcat : found) {
        return tomcat;
      }
    } catch (IOException e) {
      throw missing("tomcat " + version.number(), unpacked, e);
    }
    throw missing("tomcat " + version.number(), unpacked, null);
  }

  private Path installed() {
    return tool.resolve("servers");
  }

  private Fault missing(String part, Path missing, IOException e) {
    String advice =
        Files.isDirectory(tool.resolve("lib"))
            ? "unpack perfline-VERSION-servers.tar.gz in the folder above " + tool
            : "build with perfline build";
    return Fault.noVerdict("%s is not installed (%s): %s".formatted(part, missing, advice), e);
  }
}
