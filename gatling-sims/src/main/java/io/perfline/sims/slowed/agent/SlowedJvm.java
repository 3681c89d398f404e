package io.perfline.sims.slowed.agent;

import io.perfline.core.command.Fault;
import io.perfline.sims.slowed.AgentReport;
import io.perfline.sims.slowed.SlowdownAgent;
import io.perfline.sims.slowed.SlowedCost;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;

/**
 * The agent that slows down the JVM of a build.
 *
 * @param folder the folder for its jar, options and reports
 * @param methods the entry points of requests; empty for those of common HTTP servers
 */
public record SlowedJvm(Path folder, List<String> methods) {

  private static final Pattern METHOD = Pattern.compile("[\\p{Alpha}_$][\\w.$]*#[\\w$]+");
  private static final String JAR = "slowdown-agent.jar";
  private static final String OPTIONS = "options.properties";

  /**
   * @throws Fault exit code 2 if the text of an entry point is invalid
   */
  public SlowedJvm {
    folder = folder.toAbsolutePath().normalize();
    methods = List.copyOf(methods);
    for (String method : methods) {
      if (!METHOD.matcher(method).matches()) {
        throw Fault.configuration(
            "--method must name a method that each request calls once, such as"
                + " org.example.Shop#handle, not '%s'".formatted(method));
      }
    }
  }

  /**
   * Writes the agent, and returns the option of {@code java} that loads it.
   *
   * @param cost the cost that is increased; null to measure only
   * @param percent the percentage by which it is increased
   * @param outside the part of a request's cost, in nanoseconds or bytes, that arises outside of
   *     its entry point
   */
  public String write(SlowedCost cost, int percent, long outside) {
    Path jar = folder.resolve(JAR);
    Path options = folder.resolve(OPTIONS);
    Properties values = new Properties();
    values.setProperty("cost", cost == null ? "" : cost.id());
    values.setProperty("percent", Integer.toString(percent));
    values.setProperty("outside", Long.toString(outside));
    values.setProperty("methods", String.join(" ", methods));
    values.setProperty("transformer", EntryPointTransformer.class.getName());
    values.setProperty("report", folder.toString());
    values.setProperty("jar", jar.toString());
    values.setProperty(
        "class_path",
        Stream.of(EntryPointTransformer.class, ClassReader.class)
            .map(SlowedJvm::code)
            .distinct()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    try {
      Files.createDirectories(folder);
      Manifest manifest = new Manifest();
      manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
      manifest
          .getMainAttributes()
          .put(new Attributes.Name("Premain-Class"), SlowdownAgent.class.getName());
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
        addPackage(out, SlowdownAgent.class);
      }
      try (OutputStream out = Files.newOutputStream(options)) {
        values.store(out, null);
      }
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot write the agent that slows the service to %s: %s".formatted(folder, e), e);
    }
    return "\"-javaagent:%s=%s\"".formatted(jar, options);
  }

  /** Returns the sum of the reports of all JVMs that were started with the agent. */
  public AgentReport report() {
    AgentReport sum = AgentReport.NONE;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(SlowedJvm::isReport).toList()) {
        sum = sum.and(AgentReport.read(file));
      }
    } catch (IOException | NumberFormatException e) {
      throw Fault.noVerdict("cannot read the agent's reports in %s: %s".formatted(folder, e), e);
    }
    return sum;
  }

  private static boolean isReport(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(AgentReport.PREFIX) && !name.endsWith(".part");
  }

  /**
   * Adds every class of a package to a jar, whether the package is in a folder or in another jar.
   */
  public static void addPackage(ZipOutputStream jar, Class<?> member) throws IOException {
    String folder = member.getPackageName().replace('.', '/') + "/";
    Path code = code(member);
    if (Files.isDirectory(code)) {
      add(jar, code.resolve(folder), folder);
      return;
    }
    try (FileSystem zip = FileSystems.newFileSystem(code)) {
      add(jar, zip.getPath(folder), folder);
    }
  }

  private static void add(ZipOutputStream jar, Path from, String folder) throws IOException {
    List<Path> classes = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(from, "*.class")) {
      found.forEach(classes::add);
    }
    for (Path file : classes) {
      jar.putNextEntry(new ZipEntry(folder + file.getFileName()));
      Files.copy(file, jar);
    }
  }

  private static Path code(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }
}
