package io.perfline.cli.build;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceDifferences;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.RunBaseline;
import io.perfline.deploy.tomcat.WarContent;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The differences between two builds that may affect how they run: the artifact with its manifest,
 * the service section of perf.yml, and every tracked file that is not known to be irrelevant. Only
 * builds without any difference are unchanged.
 *
 * @param running the differences that may affect how the builds run, as texts for users
 * @param shared the files that both builds of a comparison take from the candidate: files outside
 *     of a WAR, except for its Tomcat's configuration
 * @param unmeasured changes in how the service is delivered, such as to a Dockerfile, which a
 *     comparison doesn't measure
 * @param digests identifies what runs of both builds, as far as it is known before they start
 */
public record BuildDifferences(
    List<String> running,
    List<String> shared,
    List<String> unmeasured,
    RunBaseline.Digests digests) {

  /** The maximum number of entries of an artifact, or of files, to name. */
  private static final int NAMED = 3;

  private static final String LISTED =
      "if that is intended, list it under 'not_running' in perf.yml";

  private static final String IN_WAR = "put it into the WAR to compare it, or, " + LISTED;

  private static final Pattern NOT_RUNNING =
      Pattern.compile(
          "(.*/)?((README|LICENSE|NOTICE|CHANGELOG|CONTRIBUTING|SECURITY|AUTHORS|CODEOWNERS)[^/]*"
              + "|[^/]*\\.(md|adoc|rst)|\\.(gitignore|gitattributes|editorconfig)"
              + "|Jenkinsfile|\\.gitlab-ci\\.ya?ml|(perf|thresholds)\\.yml)"
              + "|(\\.\\./)*(docs?|\\.github|\\.gitlab|\\.ci|\\.circleci|\\.idea|\\.vscode)/.*"
              + "|(.*/)?(src/test|tests?)/.*");

  /** Source files of the project, whose compiled form is compared; others may be scripts. */
  private static final Pattern SOURCE = Pattern.compile("(.*/)?src/.*\\.(java|kt|scala|groovy)");

  /** Files that define the build and its libraries; a WAR contains everything they affect. */
  private static final Pattern BUILD_FILE =
      Pattern.compile(
          "(.*/)?(pom\\.xml|mvnw|gradlew|[^/]*\\.gradle(\\.kts)?|gradle\\.properties)"
              + "|(.*/)?(\\.mvn|gradle)/.*");

  private static final Pattern UNMEASURED =
      Pattern.compile(
          "(.*/)?((Docker|Container)file[^/]*|\\.dockerignore|(docker-)?compose[^/]*\\.ya?ml"
              + "|Procfile|app\\.ya?ml|manifest\\.ya?ml)"
              + "|(.*/)?(k8s|kubernetes|helm|charts?|terraform|deployments?)/.*");

  /**
   * Returns the differences between two builds.
   *
   * @param changed the files that differ in git
   * @throws Fault exit code 3 if a file can't be read
   */
  public static BuildDifferences of(
      BuildContent candidate, BuildContent baseline, List<String> changed) {
    List<BuildContent> both = List.of(candidate, baseline);
    boolean known =
        both.stream().allMatch(build -> BuildContent.archiveOf(build.service()).isPresent());
    return of(
        candidate.service(),
        baseline.service(),
        known ? both.stream().map(build -> build.archive().orElseThrow()).toList() : List.of(),
        changed,
        baseline.madeDifferently(candidate));
  }

  /** Returns the differences between two WARs of which nothing else is known. */
  public static BuildDifferences ofWars(WarContent candidate, WarContent baseline) {
    List<String> entries = candidate.differences(baseline);
    List<String> running = entries.isEmpty() ? List.of() : List.of(Texts.list(entries, NAMED));
    return new BuildDifferences(
        running, List.of(), List.of(), digests(List.of(candidate, baseline), running));
  }

  private static RunBaseline.Digests digests(List<WarContent> archives, List<String> differing) {
    return new RunBaseline.Digests(
        digest(archives.stream().findFirst(), differing),
        digest(archives.stream().skip(1).findFirst(), List.of()));
  }

  private static String digest(Optional<WarContent> archive, List<String> differing) {
    return new WarContent(
            new TreeMap<>(
                Map.of(
                    "archive",
                    archive.map(WarContent::digest).orElse("unknown"),
                    "differs",
                    differing.toString())))
        .digest();
  }

  /**
   * Returns the differences between two builds whose files were compared.
   *
   * @param candidate describes how the candidate runs
   * @param baseline describes how the baseline runs
   * @param artifacts the artifacts of both, if the files that run are known; otherwise empty
   * @param changed the files that differ in git
   * @param made the files that differ in the builds' outputs, besides the artifact
   */
  public static BuildDifferences of(
      ServiceUnderTest candidate,
      ServiceUnderTest baseline,
      List<WarContent> artifacts,
      List<String> changed,
      List<String> made) {
    List<String> running = new ArrayList<>();
    List<String> shared = new ArrayList<>();
    List<String> entries =
        artifacts.isEmpty() ? List.of() : artifacts.get(0).differences(artifacts.get(1));
    if (!entries.isEmpty()) {
      running.add(
          "the artifact %s: %s"
              .formatted(candidate.runs().orElse("that was given"), Texts.list(entries, NAMED)));
    }
    for (String key : BuildContent.differingKeys(candidate, baseline)) {
      running.add(ServiceDifferences.key(key));
    }
    List<String> files =
        changed.stream().filter(name -> mayRun(candidate, !artifacts.isEmpty(), name)).toList();
    List<String> delivered =
        files.stream().filter(name -> UNMEASURED.matcher(name).matches()).toList();
    List<String> read = files.stream().filter(name -> !delivered.contains(name)).toList();
    running.addAll(read);
    if (!made.isEmpty()) {
      running.add("what the build made: " + Texts.list(made, NAMED));
    }
    if (candidate.war() != null) {
      ServiceDifferences affected = new ServiceDifferences(candidate);
      read.stream()
          .filter(name -> !name.equals(candidate.war()) && !affected.configuresTomcat(name))
          .filter(name -> !isIn(entries, name) && !affected.isMigration(name))
          .forEach(shared::add);
    }
    return new BuildDifferences(running, shared, delivered, digests(artifacts, running));
  }

  /** Returns whether a file is a resource that the artifacts of both builds contain. */
  private static boolean isIn(List<String> entries, String name) {
    Path file = Path.of(name).getFileName();
    return entries.stream().anyMatch(entry -> Path.of(entry).endsWith(file));
  }

  /** Returns false for a file that is known not to affect how the service runs. */
  static boolean mayRun(ServiceUnderTest service, boolean artifactIsKnown, String name) {
    List<String> globs = service.notRunning();
    ServiceDifferences affected = new ServiceDifferences(service);
    if (affected.configuresTomcat(name)
        || affected.isNamedByNeeds(name)
        || (service.command() != null && service.command().contains(name))) {
      return true;
    }
    if (globs.stream().anyMatch(glob -> glob.startsWith("!") && matches(glob.substring(1), name))) {
      return true;
    }
    if (affected.isMigration(name) && !NOT_RUNNING.matcher(name).matches()) {
      return true; // It changes a database, whatever the artifact contains.
    }
    boolean ofAnotherModule = // whose jar or classes the command names
        name.startsWith("../") && service.command() != null && service.command().contains("../");
    boolean inArtifact =
        artifactIsKnown
            && !ofAnotherModule
            && (SOURCE.matcher(name).matches()
                || (service.war() != null && BUILD_FILE.matcher(name).matches()));
    return !inArtifact
        && !NOT_RUNNING.matcher(name).matches()
        && globs.stream().noneMatch(glob -> matches(glob, name));
  }

  /**
   * Returns whether one of the files may determine what is measured or which limits apply:
   * perf.yml, thresholds.yml, and files that perf.yml names, such as a load's data or files that
   * are declared as not running.
   *
   * @param changed the files that differ, relative to the project's folder
   */
  public static boolean definesMeasurement(Project project, List<String> changed) {
    String text = text(project.file());
    return changed.stream()
        .anyMatch(
            name ->
                name.matches("(.*/)?(perf|thresholds)\\.ya?ml")
                    || isNamed(name, text)
                    || project.service().notRunning().stream()
                        .anyMatch(glob -> matches(glob, name)));
  }

  /** Returns whether the text contains the name as a value. */
  private static boolean isNamed(String name, String text) {
    return Pattern.compile(
            "(?m)(^|[\\s'\"\\[{,])(\\./)?%s($|[\\s'\"\\]},])".formatted(Pattern.quote(name)))
        .matcher(text)
        .find();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read %s: %s".formatted(file, e), e);
    }
  }

  /** Returns the warnings for the verdict, as sentences. */
  public List<String> warnings() {
    return Stream.of(
            warning("changed, but both builds read the candidate's", shared, IN_WAR),
            warning("changed, but not part of this measurement", unmeasured, LISTED))
        .filter(Objects::nonNull)
        .toList();
  }

  private static String warning(String what, List<String> names, String remedy) {
    return names.isEmpty() ? null : what + ": " + Texts.list(names, NAMED) + "; " + remedy;
  }

  private static boolean matches(String glob, String name) {
    return FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(name));
  }
}
