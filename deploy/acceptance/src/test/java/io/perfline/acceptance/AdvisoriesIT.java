package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares everything that perfline ships or starts (the jars of the command, the recorder's WAR,
 * Kafka, Cassandra, each Tomcat, and the images of the compose file) with a list of advisories that
 * is checked in. The test needs no network. It finds neither advisories that are newer than the
 * list nor classes that are shaded into another jar.
 */
class AdvisoriesIT {

  private static final Path HOME = Checkout.home();
  private static final Pattern JAR = Pattern.compile("(.*?)-(\\d.*)\\.jar");
  private static final Pattern IMAGE =
      Pattern.compile("^ +image: (?:.*/)?(?:perfline-)?([a-z-]+):(\\d\\S*)$");
  private static final Pattern TOMCAT = Pattern.compile("apache-(tomcat)-(\\d.*)");

  private record Jar(String artifact, String version) implements Comparable<Jar> {
    @Override
    public int compareTo(Jar other) {
      return toString().compareTo(other.toString());
    }
  }

  private record Advisory(String artifact, String since, String fixed, String name) {
    boolean affects(Jar jar) {
      return artifact.equals(jar.artifact)
          && compare(jar.version, since) >= 0
          && compare(jar.version, fixed) < 0;
    }
  }

  @Test
  void everyKnownVulnerabilityOfADependencyIsAccepted() throws Exception {
    List<String> lines =
        Files.readAllLines(HOME.resolve("deploy/acceptance/src/test/resources/advisories.txt"));
    SortedSet<String> accepted =
        lines.stream()
            .filter(line -> line.startsWith("accepted "))
            .map(line -> line.split(" +")[1] + " " + line.split(" +")[2])
            .collect(Collectors.toCollection(TreeSet::new));
    SortedSet<String> found = new TreeSet<>();
    SortedSet<String> vulnerable = new TreeSet<>();
    for (Jar jar : jars()) {
      for (Advisory advisory : advisories(lines)) {
        if (advisory.affects(jar)) {
          found.add(jar.artifact + " " + advisory.name);
          vulnerable.add(jar + ": " + advisory);
        }
      }
    }

    assertThat(found)
        .as("%s; update it, or accept it with its reason", vulnerable)
        .isEqualTo(accepted);
  }

  @Test
  void anAdvisoryAffectsVersionsUpToTheFixedOne() {
    Advisory advisory = new Advisory("guava", "20.0", "32.0.0", "CVE-1");

    assertThat(advisory.affects(new Jar("guava", "19.0"))).isFalse();
    assertThat(advisory.affects(new Jar("guava", "20.0-jre"))).isTrue();
    assertThat(advisory.affects(new Jar("guava", "31.1-jre"))).isTrue();
    assertThat(advisory.affects(new Jar("guava", "32.0.0-jre"))).isFalse();
    assertThat(advisory.affects(new Jar("guava", "32.0.1-jre"))).isFalse();
    assertThat(advisory.affects(new Jar("guava-testlib", "31.1-jre"))).isFalse();
  }

  private static List<Advisory> advisories(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith("accepted "))
        .map(line -> line.split(" +"))
        .map(fields -> new Advisory(fields[0], fields[1], fields[2], fields[3]))
        .toList();
  }

  private static SortedSet<Jar> jars() throws IOException {
    List<String> files = new ArrayList<>();
    for (String owner : List.of("perf-cli", "deploy/parts/kafka", "deploy/parts/cassandra")) {
      String path = Files.readString(HOME.resolve(owner).resolve("target/classpath"));
      List<String> jars = List.of(path.strip().split(File.pathSeparator, -1));
      assertThat(jars).as("jars of %s", owner).hasSizeGreaterThan(10);
      files.addAll(jars);
    }
    try (Stream<Path> libraries =
        Files.list(HOME.resolve("perf-app/target/recorder/WEB-INF/lib"))) {
      List<String> jars = libraries.map(Path::toString).toList();
      assertThat(jars).as("jars of the recorder").hasSizeGreaterThan(10);
      files.addAll(jars);
    }
    SortedSet<Jar> jars = named(JAR, files.stream().map(AdvisoriesIT::fileName));
    try (Stream<Path> folders = Files.list(HOME.resolve("deploy/parts/tomcat/target"))) {
      SortedSet<Jar> tomcats =
          named(TOMCAT, folders.map(Path::toString).map(AdvisoriesIT::fileName));
      assertThat(tomcats).as("versions of Tomcat").hasSizeGreaterThanOrEqualTo(4);
      jars.addAll(tomcats);
    }
    SortedSet<Jar> images =
        named(IMAGE, Files.readAllLines(HOME.resolve("deploy/compose.yml")).stream());
    assertThat(images)
        .extracting(Jar::artifact)
        .contains("grafana", "influxdb", "jenkins", "kafka", "cassandra", "tomcat");
    jars.addAll(images);
    return jars;
  }

  private static String fileName(String path) {
    return Path.of(path).getFileName().toString();
  }

  private static SortedSet<Jar> named(Pattern pattern, Stream<String> lines) {
    return lines
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(name -> new Jar(name.group(1), name.group(2)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Compares the leading numbers of both versions. */
  private static int compare(String left, String right) {
    List<Integer> first = numbers(left);
    List<Integer> second = numbers(right);
    for (int at = 0; at < Math.max(first.size(), second.size()); at++) {
      int order =
          Integer.compare(
              at < first.size() ? first.get(at) : 0, at < second.size() ? second.get(at) : 0);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static List<Integer> numbers(String version) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : version.split("[.-]", -1)) {
      if (!part.matches("\\d{1,9}")) {
        break;
      }
      numbers.add(Integer.parseInt(part));
    }
    return numbers;
  }
}
