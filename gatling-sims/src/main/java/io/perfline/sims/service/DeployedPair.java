package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.Statements;
import io.perfline.sims.paired.PairedDeployment.Endpoints;
import io.perfline.sims.server.CountingDatabase;
import io.perfline.sims.server.PairMeter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Candidate and baseline while both run for a comparison. Every second deployment swaps their
 * places.
 */
public final class DeployedPair {

  private static final String SHARED_FILES =
      "; both builds run at the same time here: if they use the same files, such as an index or an"
          + " embedded database, give each its own folder, %s in 'variables', 'jvm_options' or"
              .formatted(ServiceUnderTest.SIDE)
          + " 'command'";

  /** The shortest time between two searches for a lost server. */
  private static final long SEARCH_NANOS = Duration.ofSeconds(1).toNanos();

  private final ServiceUnderTest service;
  private final BuiltService candidate;
  private final BuiltService baseline;
  private final ServicePlaces places;
  private final InstanceProbe probe;
  private final UsedServers used;
  private final PairMeter meter = new PairMeter();
  private boolean swapped;
  private boolean equalBuilds;
  private List<Path> equalDespiteSources = List.of();
  private long lastSearch = System.nanoTime() - SEARCH_NANOS;

  DeployedPair(
      ServiceUnderTest service,
      BuiltService candidate,
      BuiltService baseline,
      ServicePlaces places,
      InstanceProbe probe,
      UsedServers used) {
    this.service = service;
    this.candidate = candidate;
    this.baseline = baseline;
    this.places = places;
    this.probe = probe;
    this.used = used;
  }

  /**
   * Deploys both builds and waits until they are ready.
   *
   * @param number from 1; deployments with an even number swap the places
   */
  Endpoints deploy(int number) throws InterruptedException {
    return endpoints(number, true);
  }

  /** Waits until both builds are ready, which another generator deploys. */
  Endpoints follow(int number) throws InterruptedException {
    return endpoints(number, false);
  }

  private Endpoints endpoints(int number, boolean deploys) throws InterruptedException {
    swapped = number % 2 == 0 && service.url() == null;
    used.forget();
    try {
      if (deploys) {
        ParallelInstances.run(
            places.compared(), swapped ? baseline : candidate, swapped ? candidate : baseline);
      }
      probe.awaitReady(ofCandidate(), candidate);
      probe.awaitReady(ofBaseline(), baseline);
    } catch (Fault e) {
      throw service.url() != null || service.usesSideDirectory() || places.hasNeeds()
          ? e
          : Fault.noVerdict(e.getMessage() + SHARED_FILES, e);
    }
    requireDifferent(
        new BuildIdentity(ofCandidate(), candidate), new BuildIdentity(ofBaseline(), baseline));
    if (ofCandidate().sharesProcessWith(ofBaseline())) {
      meter.together(InstanceProbe.meter(ofCandidate(), candidate));
    } else {
      meter.separate(
          InstanceProbe.meter(ofCandidate(), candidate),
          InstanceProbe.meter(ofBaseline(), baseline));
    }
    checkLoaded();
    return new Endpoints(ofCandidate().environment(), ofBaseline().environment());
  }

  private void requireDifferent(BuildIdentity one, BuildIdentity other)
      throws InterruptedException {
    boolean onPurpose = measuresEqualBuilds();
    Optional<String> common =
        BuildIdentity.common(one, other, onPurpose ? List.of() : baseline.differs());
    if (common.isPresent() && !onPurpose) {
      throw Fault.noVerdict(
          "the %s and the %s are both %s: the build would be compared with itself; does 'command'"
                  .formatted(one, other, common.get())
              + " start what 'build' makes in its own folder? ('run --measure' measures equal"
              + " builds on purpose)");
    }
    equalBuilds = common.isPresent();
    equalDespiteSources =
        onPurpose ? List.of() : BuildIdentity.equalDespiteSources(one, other, baseline.differs());
  }

  private ServiceInstance ofCandidate() {
    return places.compared().get(swapped ? 1 : 0);
  }

  private ServiceInstance ofBaseline() {
    return places.compared().get(swapped ? 0 : 1);
  }

  /** Returns whether each build runs in the other's place. */
  boolean isSwapped() {
    return swapped;
  }

  /** Returns the environment of the place in which the baseline runs first. */
  public Environment environmentOfBaseline() {
    return places.compared().get(1).environment();
  }

  /** Returns the meter of both builds, which follows deployments. */
  public PairMeter meter() {
    return meter;
  }

  /** Returns the processes of the deployed builds that are JVMs on this machine. */
  public List<Long> jvms() {
    return places.compared().stream()
        .flatMap(instance -> instance.process().stream())
        .map(ProcessHandle::pid)
        .distinct()
        .toList();
  }

  /**
   * Returns the files with which both builds of the latest deployment were started, if these are
   * equal although sources differ.
   */
  public List<Path> equalDespiteSources() {
    return equalDespiteSources;
  }

  /** Returns whether the builds of the latest deployment are equal on purpose. */
  public boolean equalBuilds() {
    return equalBuilds;
  }

  /** Returns whether the builds are measured even if they are equal. */
  public boolean measuresEqualBuilds() {
    return baseline != null && baseline.differs() == null;
  }

  /**
   * Returns the files that the commits configure differently but both builds shared, because one
   * Tomcat ran both with the candidate's.
   */
  public List<String> notCompared() {
    return places.notCompared();
  }

  /** Returns a warning about the databases that both builds use; empty if none is known. */
  public Optional<String> sharedDatabases() {
    return used.warning();
  }

  /**
   * Notes the servers that both builds use.
   *
   * @throws Fault exit code 3 if the builds cannot be compared
   */
  void checkLoaded() {
    used.checkConnections(ofCandidate(), ofBaseline());
  }

  /** Returns the servers on this machine that the builds use, with their names. */
  Map<ProcessHandle, String> usedServers() {
    return used.serving(ofCandidate(), Optional.of(ofBaseline()));
  }

  /**
   * Returns which server both builds have lost, at most once a second; empty if none is known, or
   * the builds run elsewhere.
   */
  Optional<String> lostServer() throws InterruptedException {
    long now = System.nanoTime();
    if (service.url() != null || now - lastSearch < SEARCH_NANOS) {
      return Optional.empty();
    }
    lastSearch = now;
    Optional<String> lost = used.lost(ofCandidate(), ofBaseline());
    boolean ready =
        lost.isPresent()
            || probe.isReady(ofCandidate(), candidate)
            || probe.isReady(ofBaseline(), baseline);
    return ready ? lost : Optional.of("neither build is ready any more");
  }

  /** Returns how a build's server has ended; empty if both run as far as is known. */
  Optional<ServerEnd> endedServer() {
    boolean both = ofCandidate().sharesProcessWith(ofBaseline());
    if (ofCandidate().endedNeed().isPresent()) {
      InstanceProbe.awaitEnd(ofBaseline());
    }
    boolean baselineRuns = ofBaseline().ended().isEmpty();
    return InstanceProbe.end(ofCandidate(), candidate.name(), !both && baselineRuns)
        .or(() -> InstanceProbe.end(ofBaseline(), baseline.name(), !both));
  }

  /** Reads the statements that the database of one build has executed; empty if it isn't known. */
  Optional<Map<String, Statements.Use>> statements(boolean candidates) {
    return UsedServers.counting(
            candidates ? ofCandidate() : ofBaseline(), candidates ? ofBaseline() : ofCandidate())
        .map(CountingDatabase::statements);
  }
}
