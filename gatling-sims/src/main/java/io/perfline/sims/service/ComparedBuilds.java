package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.tomcat.War;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The files of two builds of a service.
 *
 * @param service describes how the candidate runs
 * @param baseline the build to compare with; null if it is not needed
 */
public record ComparedBuilds(
    ServiceUnderTest service, BuiltService candidate, BuiltService baseline) {

  /**
   * Checks that both can be deployed.
   *
   * @throws Fault exit code 2 if a WAR cannot be read
   */
  public void check() {
    if (both().map(build -> kind(build.service())).distinct().count() > 1) {
      throw Fault.noVerdict(
          "perf.yml of the candidate starts the service by '%s', that of the baseline by '%s': such"
                  .formatted(kind(candidate.service()), kind(baseline.service()))
              + " builds can't be compared in pairs; '--against none' judges by absolute limits");
    }
    if (service.war() != null) {
      both().forEach(build -> War.read(build.file(build.service().war())));
    } else if (both().anyMatch(build -> build.archive() != null)) {
      throw Fault.configuration(
          "the service of perf.yml is not a WAR, so it can't be compared with one: name a commit");
    }
  }

  public Path folder(boolean ofCandidate) {
    return (ofCandidate ? candidate : baseline).folder();
  }

  /** Returns the jars or WARs of both builds, as far as it is known which files run. */
  public List<Path> archives() {
    return both()
        .flatMap(build -> build.service().runs().map(build::file).stream())
        .filter(Files::isRegularFile)
        .filter(BuildIdentity::isArchive)
        .toList();
  }

  private static String kind(ServiceUnderTest service) {
    return service.war() != null
        ? "war"
        : service.command() != null ? "command" : service.isLibrary() ? "artifact" : "url";
  }

  private Stream<BuiltService> both() {
    return Stream.of(candidate, baseline).filter(Objects::nonNull);
  }
}
