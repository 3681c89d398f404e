package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;
import io.perfline.core.file.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The content of a build that matters when it runs: classes, libraries and resources. Files and
 * manifest attributes that only record the time, tool or commit of the build are left out.
 *
 * @param digests the SHA-256 of each entry by the entry's name; for the manifest, the value of each
 *     attribute by the attribute's name
 */
public record WarContent(Map<String, String> digests) {

  private static final Pattern BUILD_METADATA =
      Pattern.compile(
          "META-INF/maven/.*|WEB-INF/classes/version\\.properties"
              + "|(BOOT-INF/classes/|WEB-INF/classes/)?(META-INF/)?(git|build-info|perfline)\\.properties");

  /** The attributes of a manifest that contain the time, tool or commit of the build. */
  private static final Pattern BUILD_ATTRIBUTES =
      Pattern.compile(
          "(Build|Built|Created|Bnd|SCM|Git|Scm|Archiver|Ant|Originally|X-Compile)-.*|Tool"
              + "|.*([Tt]imestamp|[Rr]evision|[Bb]uild-?([Dd]ate|[Tt]ime|[Nn]umber)).*");

  private static final Pattern NOT_RUNTIME =
      Pattern.compile("(\\.git|\\.perf|runs)(/.*)?|(.*\\.(md|adoc|rst))");

  /**
   * Returns the content of a WAR or jar.
   *
   * @throws Fault (exit code 2) if the file can't be read or isn't a WAR or jar
   */
  public static WarContent of(Path war) {
    Map<String, String> digests = new TreeMap<>();
    try (ZipFile zip = new ZipFile(war.toFile())) {
      for (ZipEntry entry : zip.stream().filter(one -> !one.isDirectory()).toList()) {
        if (entry.getName().equals(JarFile.MANIFEST_NAME)) {
          digests.putAll(attributes(zip.getInputStream(entry)));
        } else if (!BUILD_METADATA.matcher(entry.getName()).matches()) {
          digests.put(entry.getName(), digest(zip.getInputStream(entry)));
        }
      }
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION, "cannot read the WAR %s: %s".formatted(war, e.getMessage()), e);
    }
    if (digests.isEmpty()) {
      throw Fault.configuration(war + " contains nothing that could run: is it a WAR?");
    }
    return new WarContent(digests);
  }

  /**
   * Returns the content of a build without a known archive: all files in its folder except
   * documents and those of git and perfline.
   *
   * @throws Fault (exit code 3) if a file can't be read
   */
  public static WarContent ofFolder(Path folder) {
    Map<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString();
        if (!NOT_RUNTIME.matcher(name).matches() && !BUILD_METADATA.matcher(name).matches()) {
          digests.put(name, digest(Files.newInputStream(file)));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw Fault.noVerdict("cannot read what was built in %s: %s".formatted(folder, e), e);
    }
    return new WarContent(digests);
  }

  /**
   * Returns the main attributes of a manifest, except those with the time, tool or commit of the
   * build.
   */
  private static Map<String, String> attributes(InputStream content) throws IOException {
    Map<String, String> attributes = new TreeMap<>();
    try (InputStream in = content) {
      new Manifest(in)
          .getMainAttributes()
          .forEach(
              (name, value) -> {
                if (!BUILD_ATTRIBUTES.matcher(name.toString()).matches()) {
                  attributes.put(JarFile.MANIFEST_NAME + " " + name, value.toString());
                }
              });
    }
    return attributes;
  }

  /**
   * Returns the names of the entries that differ or that only one of both builds contains, sorted.
   */
  public List<String> differences(WarContent other) {
    return Stream.concat(digests.keySet().stream(), other.digests.keySet().stream())
        .distinct()
        .filter(name -> !Objects.equals(digests.get(name), other.digests.get(name)))
        .sorted()
        .toList();
  }

  /** Returns a SHA-256 of the content, which is equal for equal content. */
  public String digest() {
    return Sha256.of(digests.toString());
  }

  private static String digest(InputStream content) throws IOException {
    try (content) {
      return new Sha256().add(content).hex();
    }
  }
}
