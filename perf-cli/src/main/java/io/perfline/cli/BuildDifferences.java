package io.perfline.cli;

import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.stack.WarContent;
import java.lang.reflect.RecordComponent;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What differs between two builds in what runs: the artifact with its manifest, the service section
 * of perf.yml, and every file in git that isn't known to have no part in it. Only builds in which
 * nothing differs are unchanged.
 *
 * @param running what may run differently, each a text for people
 * @param shared those of them that both builds of a comparison have from the candidate, such as the
 *     configuration of the one Tomcat that runs both
 * @param unmeasured files that change how the service is delivered, of which nothing here shows
 *     anything, such as a Dockerfile
 */
record BuildDifferences(List<String> running, List<String> shared, List<String> unmeasured) {

  /** How many entries of an artifact, or files, are named. */
  private static final int NAMED = 3;

  private static final Pattern NOT_RUNNING =
      Pattern.compile(
          "(.*/)?((README|LICENSE|NOTICE|CHANGELOG|CONTRIBUTING|SECURITY|AUTHORS|CODEOWNERS)[^/]*"
              + "|[^/]*\\.(md|adoc|rst)|\\.(gitignore|gitattributes|editorconfig)"
              + "|Jenkinsfile|\\.gitlab-ci\\.ya?ml|(perf|thresholds)\\.yml)"
              + "|(docs?|\\.github|\\.gitlab|\\.ci|\\.circleci|\\.idea|\\.vscode)/.*"
              + "|(.*/)?(src/test|tests?)/.*");

  /** What a build makes an artifact of: where that is the same, it made no difference. */
  private static final Pattern MADE_INTO_ARTIFACT =
      Pattern.compile(
          "(.*/)?src/main/(java|kotlin|scala|groovy|resources|webapp)/.*"
              + "|.*\\.(java|kts?|scala|groovy)"
              + "|(.*/)?(pom\\.xml|mvnw|gradlew|[^/]*\\.gradle|gradle\\.properties)"
              + "|(.*/)?(\\.mvn|gradle)/.*");

  private static final Pattern UNMEASURED =
      Pattern.compile(
          "(.*/)?((Docker|Container)file[^/]*|\\.dockerignore|(docker-)?compose[^/]*\\.ya?ml"
              + "|Procfile|app\\.ya?ml|manifest\\.ya?ml)"
              + "|(.*/)?(k8s|kubernetes|helm|charts?|terraform|deployments?)/.*");

  /**
   * @param candidate how the candidate runs
   * @param baseline how the baseline runs
   * @param artifacts of both, where it is known which file runs; else empty
   * @param changed the files that differ in git
   */
  static BuildDifferences of(
      ServiceUnderTest candidate,
      ServiceUnderTest baseline,
      List<WarContent> artifacts,
      List<String> changed) {
    List<String> running = new ArrayList<>();
    List<String> shared = new ArrayList<>();
    if (!artifacts.isEmpty()) {
      List<String> entries = artifacts.get(0).differences(artifacts.get(1));
      if (!entries.isEmpty()) {
        running.add(
            "the artifact %s: %s"
                .formatted(candidate.runs().orElse("that was given"), Texts.list(entries, NAMED)));
      }
    }
    for (String key : keys(candidate, baseline)) {
      running.add("service." + key + " in perf.yml");
      if (candidate.war() != null && key.equals("variables")) {
        shared.add("service." + key + " in perf.yml");
      }
    }
    List<Pattern> unused = artifacts.isEmpty() ? List.of() : List.of(MADE_INTO_ARTIFACT);
    List<String> files =
        changed.stream()
            .filter(name -> !NOT_RUNNING.matcher(name).matches())
            .filter(name -> unused.stream().noneMatch(each -> each.matcher(name).matches()))
            .filter(name -> candidate.notRunning().stream().noneMatch(glob -> matches(glob, name)))
            .toList();
    List<String> delivered =
        files.stream().filter(name -> UNMEASURED.matcher(name).matches()).toList();
    List<String> read = files.stream().filter(name -> !delivered.contains(name)).toList();
    running.addAll(read);
    if (candidate.war() != null) {
      shared.addAll(read);
    }
    return new BuildDifferences(running, shared, delivered);
  }

  /** What the verdict warns of, each a sentence. */
  List<String> warnings() {
    return Stream.of(
            warning("changed, but both builds ran with the candidate's in one Tomcat", shared),
            warning("changed, but not part of this measurement", unmeasured))
        .filter(Objects::nonNull)
        .toList();
  }

  private static String warning(String what, List<String> names) {
    return names.isEmpty() ? null : what + ": " + Texts.list(names, NAMED);
  }

  private static List<String> keys(ServiceUnderTest candidate, ServiceUnderTest baseline) {
    List<String> keys = new ArrayList<>();
    for (RecordComponent component : ServiceUnderTest.class.getRecordComponents()) {
      try {
        Object one = component.getAccessor().invoke(candidate);
        Object other = component.getAccessor().invoke(baseline);
        // What tells which files run has no part in it itself.
        if (!Objects.equals(one, other) && !component.getName().equals("notRunning")) {
          keys.add(component.getName());
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a record's component can be read", e);
      }
    }
    return keys;
  }

  private static boolean matches(String glob, String name) {
    return FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(name));
  }
}
