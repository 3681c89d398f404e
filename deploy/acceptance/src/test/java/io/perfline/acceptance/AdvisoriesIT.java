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
 * The jars of the command, the recorder's WAR, Kafka and Cassandra, held against the advisories
 * that are checked in. It needs no network, and so knows what the list knows: what became known
 * after the list's date it can't see, nor what is shaded into another jar.
 */
class AdvisoriesIT {

  private static final Path HOME = Checkout.home();
  private static final Pattern JAR = Pattern.compile("(.*?)-(\\d.*)\\.jar");

  private record Jar(String artifact, String version) implements Comparable<Jar> {
    @Override
    public int compareTo(Jar other) {
      return toString().compareTo(other.toString());
    }
  }

  private record Advisory(String artifact, String since, String mended, String name) {
    boolean hits(Jar jar) {
      return artifact.equals(jar.artifact)
          && compare(jar.version, since) >= 0
          && compare(jar.version, mended) < 0;
    }
  }

  @Test
  void nothingThatIsUsedHasAKnownWeaknessThatIsNotAccepted() throws Exception {
    List<String> lines =
        Files.readAllLines(HOME.resolve("deploy/acceptance/src/test/resources/advisories.txt"));
    SortedSet<String> accepted =
        lines.stream()
            .filter(line -> line.startsWith("accepted "))
            .map(line -> line.split(" +")[1] + " " + line.split(" +")[2])
            .collect(Collectors.toCollection(TreeSet::new));
    SortedSet<String> hit = new TreeSet<>();
    SortedSet<String> weak = new TreeSet<>();
    for (Jar jar : jars()) {
      for (Advisory advisory : advisories(lines)) {
        if (advisory.hits(jar)) {
          hit.add(jar.artifact + " " + advisory.name);
          weak.add(jar + ": " + advisory);
        }
      }
    }

    assertThat(hit).as("%s; update it, or accept it with its reason", weak).isEqualTo(accepted);
  }

  @Test
  void aVersionBetweenTheFirstWeakAndTheFirstMendedIsHit() {
    Advisory advisory = new Advisory("guava", "20.0", "32.0.0", "CVE-1");

    assertThat(advisory.hits(new Jar("guava", "19.0"))).isFalse();
    assertThat(advisory.hits(new Jar("guava", "20.0-jre"))).isTrue();
    assertThat(advisory.hits(new Jar("guava", "31.1-jre"))).isTrue();
    assertThat(advisory.hits(new Jar("guava", "32.0.0-jre"))).isFalse();
    assertThat(advisory.hits(new Jar("guava", "32.0.1-jre"))).isFalse();
    assertThat(advisory.hits(new Jar("guava-testlib", "31.1-jre"))).isFalse();
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
    return files.stream()
        .map(file -> JAR.matcher(Path.of(file).getFileName().toString()))
        .filter(Matcher::matches)
        .map(name -> new Jar(name.group(1), name.group(2)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** By the numbers that both begin with. */
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
