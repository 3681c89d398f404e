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
 * Two builds of a service, as they lie in files.
 *
 * @param service how it comes to run
 * @param baseline null when it is not needed
 */
public record ComparedBuilds(
    ServiceUnderTest service, BuildOfService candidate, BuildOfService baseline) {

  /**
   * Looks whether both can be deployed.
   *
   * @throws Fault exit code 2 when a WAR can't be read
   */
  public void check() {
    if (service.war() != null) {
      both().forEach(build -> War.read(build.file(service.war())));
    } else if (both().anyMatch(build -> build.archive() != null)) {
      throw Fault.configuration(
          "a WAR is named to compare with, and the service of perf.yml is none: name a commit");
    }
  }

  /** The archives of both, where it is known which file runs. */
  public List<Path> archives() {
    return service.runs().stream()
        .flatMap(file -> both().map(build -> build.file(file)))
        .filter(Files::isRegularFile)
        .toList();
  }

  private Stream<BuildOfService> both() {
    return Stream.of(candidate, baseline).filter(Objects::nonNull);
  }
}
