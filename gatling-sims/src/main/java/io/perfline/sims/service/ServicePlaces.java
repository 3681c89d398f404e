package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceDifferences;
import io.perfline.core.project.ServiceUnderTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The places in which a service runs: one for a single build, and two for a comparison. They are
 * determined when they are first needed; loads on servers need none.
 */
final class ServicePlaces {

  private static final String NO_TOMCAT =
      "%s: each build needs a Tomcat of its own for its 'needs', but the environment names one that"
          + " perfline can't start: remove 'needs', or measure in the local stack's Tomcat";

  private final ServiceUnderTest service;
  private final BuiltService baseline;
  private final boolean hasNeeds;
  private final Supplier<List<ServiceInstance>> usual;
  private final Supplier<List<ServiceInstance>> ofEachBuild;
  private List<ServiceInstance> places = List.of();

  /** The Tomcats of both builds; empty if both run in {@code places}, null if undetermined. */
  private List<ServiceInstance> separate;

  /**
   * @param baseline the build to compare with; null for none
   * @param folder the folder of the logs
   * @param servers the processes of the local stack, by name
   * @param home the folder of the local stack
   * @param wait proxies in front of both builds; null for none
   */
  ServicePlaces(
      Project project,
      Environment environment,
      BuiltService candidate,
      BuiltService baseline,
      Path folder,
      Map<String, ProcessHandle> servers,
      Path home,
      ProxyWait wait) {
    service = project.service();
    this.baseline = baseline;
    hasNeeds =
        !service.needs().isEmpty() || (baseline != null && !baseline.service().needs().isEmpty());
    UnaryOperator<List<ServiceInstance>> equipped =
        instances ->
            ProxiedInstance.of(
                hasNeeds ? InstanceWithNeeds.of(instances, candidate, folder) : instances, wait);
    Supplier<List<ServiceInstance>> tomcats =
        () -> ServiceInstances.separate(service, environment, servers, home, restartsTomcats());
    usual =
        () ->
            equipped.apply(
                hasNeeds && service.war() != null
                    ? required(tomcats.get(), project)
                    : ServiceInstances.of(service, environment, folder, servers, home));
    ofEachBuild = () -> equipped.apply(tomcats.get());
  }

  private static List<ServiceInstance> required(List<ServiceInstance> tomcats, Project project) {
    if (tomcats.isEmpty()) {
      throw Fault.configuration(NO_TOMCAT.formatted(project.file()));
    }
    return tomcats;
  }

  /** Returns whether a build needs servers of its own. */
  boolean hasNeeds() {
    return hasNeeds;
  }

  /** Returns the places of a single build, the first of which is used. */
  List<ServiceInstance> first() {
    if (places.isEmpty()) {
      places = usual.get();
    }
    return places;
  }

  /** Returns the places of {@link #first} if they were needed; otherwise an empty list. */
  List<ServiceInstance> determined() {
    return places;
  }

  /** Returns the instances of the two builds of a comparison. */
  List<ServiceInstance> compared() {
    return areSeparate() ? separate : first();
  }

  /** Returns whether each build of a comparison has a Tomcat of its own. */
  boolean areSeparate() {
    if (separate == null) {
      separate = ofEachBuild.get();
    }
    return !separate.isEmpty();
  }

  /** Returns the Tomcats of both builds if they were needed; otherwise an empty list. */
  List<ServiceInstance> determinedSeparate() {
    return separate == null ? List.of() : separate;
  }

  /**
   * Returns the files that the commits configure differently but both builds shared, because one
   * Tomcat ran both with the candidate's.
   */
  List<String> notCompared() {
    boolean oneTomcat = service.war() != null && separate != null && separate.isEmpty();
    return oneTomcat ? configuredDifferently() : List.of();
  }

  /** Returns the differences between the commits of the builds that are Tomcat's configuration. */
  private List<String> configuredDifferently() {
    return baseline != null && baseline.differs() != null
        ? baseline.differs().stream()
            .filter(new ServiceDifferences(service)::configuresTomcat)
            .toList()
        : List.of();
  }

  /**
   * Returns whether Tomcats are restarted for each build, because a running Tomcat cannot change
   * its configuration or its empty folder.
   */
  private boolean restartsTomcats() {
    return service.usesSideDirectory()
        || hasNeeds
        || !configuredDifferently().isEmpty()
        || (baseline != null && !service.tomcatStart().equals(baseline.service().tomcatStart()));
  }
}
