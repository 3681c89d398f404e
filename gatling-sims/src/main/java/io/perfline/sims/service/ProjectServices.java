package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.Run;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.Statements;
import io.perfline.deploy.needs.NeedFailure;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.kafka.KafkaAdmin;
import io.perfline.sims.paired.PairedDeployment;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.StackServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The service of a {@code perf.yml}: a single build, or two builds in two places. Servers start
 * when they are first needed, and stop when this object is closed. If the environment names the
 * service's address, the service is already deployed there, and stays there.
 */
public final class ProjectServices implements LoadedService, PairedDeployment, AutoCloseable {

  private final Project project;
  private final ServiceUnderTest service;
  private final Environment environment;
  private final BuiltService candidate;
  private final BuiltService baseline;
  private final Map<String, ProcessHandle> servers;
  private final ServicePlaces places;
  private final InstanceProbe probe;
  private final UsedServers used;
  private final DeployedPair pair;

  /** True if the candidate was deployed before and must be deployed again at the end. */
  private final boolean deployedBefore;

  /**
   * The reason why the candidate did not become ready when it was started alone; null if it did.
   */
  private String notReady;

  /** This failure, compared with the baseline in the same place; null until it was requested. */
  private ServerEnd neverReady;

  private boolean follows;
  private boolean runs;
  private boolean wasReady;
  private boolean comparing;

  /**
   * @param baseline the build to compare with; null for none
   * @param folder the folder of the logs
   * @param servers the processes of the local stack, by name
   * @param home the folder of the local stack
   * @param wait proxies in front of both builds; null for none
   */
  public ProjectServices(
      Project project,
      Environment environment,
      BuiltService candidate,
      BuiltService baseline,
      Path folder,
      Map<String, ProcessHandle> servers,
      Path home,
      ProxyWait wait) {
    this.project = project;
    service = project.service();
    probe = new InstanceProbe(service);
    this.candidate = candidate;
    this.baseline = baseline;
    this.servers = servers;
    places =
        new ServicePlaces(project, environment, candidate, baseline, folder, servers, home, wait);
    this.environment = environment;
    used = new UsedServers(candidate, baseline, servers.values());
    pair = new DeployedPair(service, candidate, baseline, places, probe, used);
    deployedBefore = service.war() != null && environment.hasService() && !places.hasNeeds();
    runs = deployedBefore;
  }

  /**
   * Shares the service with other generators.
   *
   * @param leader whether this generator deploys the builds for all
   * @throws Fault exit code 2 if other generators cannot reach it
   */
  public void share(boolean leader) {
    boolean reached = service.url() != null || (service.war() != null && !places.areSeparate());
    if (!reached) {
      throw Fault.configuration(
          "several generators compare builds at a 'url', or WARs in a Tomcat that all of them"
              + " reach: name it in an environment file; only this machine can reach this service");
    }
    follows = !leader;
  }

  /**
   * Checks what is known before any build is started.
   *
   * @throws Fault exit code 2 if the baseline needs a variable that is not set; exit code 3 if the
   *     builds cannot be compared because they have one database and different migrations
   */
  public void check() {
    used.checkVariables();
  }

  public Project project() {
    return project;
  }

  /** Returns the environment with the service, as far as it contains one. */
  public Environment environment() {
    boolean placed = !deployedBefore && (service.war() == null || environment.has("tomcat"));
    return placed ? places.first().get(0).environment() : environment;
  }

  /** Returns both builds as the latest deployment of a comparison placed them. */
  public DeployedPair pair() {
    return pair;
  }

  /** Returns the files of both builds, which are known before they run. */
  public ComparedBuilds builds() {
    return new ComparedBuilds(service, candidate, baseline);
  }

  /** Returns its processes on this machine. */
  public Map<String, ProcessHandle> processes() {
    return places.determined().stream()
        .limit(1)
        .flatMap(instance -> instance.process().stream())
        .collect(Collectors.toMap(process -> "service", Function.identity()));
  }

  @Override
  public Duration readyTimeout() {
    return probe.timeout();
  }

  @Override
  public void awaitReady(Duration timeout, Consumer<String> progress) throws InterruptedException {
    try {
      Duration wait = timeout;
      if (runs && !deployedBefore && places.first().get(0).ended().isPresent()) {
        runs = false; // The next case has a server of its own.
        wait = readyTimeout();
      }
      if (notReady != null) {
        throw new DriverException(notReady); // It got its time, and would not use more.
      }
      if (!runs) {
        used.forget();
        places.first().get(0).run(candidate);
        runs = true;
      }
      probe.awaitReady(places.first().get(0), candidate, wait, progress);
      wasReady = true;
    } catch (Fault e) {
      boolean ofNeed = e instanceof NeedFailure || places.first().get(0).endedNeed().isPresent();
      if (!wasReady && service.url() == null && !ofNeed) {
        notReady = InstanceProbe.reason(places.first().get(0), e);
      }
      throw new DriverException(e.getMessage(), e);
    }
  }

  @Override
  public Optional<ServerEnd> neverReady() throws InterruptedException {
    if (neverReady == null && notReady != null) {
      neverReady = ServerEnd.neverReady(!follows && baselineIsReady(), notReady);
    }
    return Optional.ofNullable(neverReady);
  }

  /** Deploys the candidate again if it had been deployed before. */
  private void restoreCandidate() throws InterruptedException {
    try {
      if (deployedBefore && places.first().get(0).mayBecomeReady()) {
        places.first().get(0).run(candidate);
      }
    } catch (Fault known) {
      // It never became ready, which is reported.
    }
  }

  /** Returns whether the baseline becomes ready in the place in which the candidate did not. */
  private boolean baselineIsReady() throws InterruptedException {
    if (baseline == null || service.url() != null) {
      return false;
    }
    ServiceInstance place = places.compared().get(0);
    try {
      places.first().get(0).vacate();
      place.run(baseline);
      probe.awaitReady(place, baseline);
      return true;
    } catch (Fault | DriverException unknown) {
      return false;
    } finally {
      place.close();
      runs = false;
      restoreCandidate();
    }
  }

  @Override
  public String deployed() throws InterruptedException {
    try {
      return new BuildIdentity(places.first().get(0), candidate).text();
    } catch (Fault e) {
      return Run.UNREACHABLE + e.getMessage();
    }
  }

  @Override
  public CostMeter meter() {
    return InstanceProbe.meter(places.first().get(0), candidate);
  }

  @Override
  public Endpoints deploy(int number) throws InterruptedException {
    Optional<ServerEnd> failed = neverReady();
    if (failed.isPresent()) {
      throw new NeverReady(failed.get());
    }
    deleteRecords();
    pair.meter().close();
    if (follows) {
      return pair.follow(number);
    }
    if (!deployedBefore) {
      closePlaces();
    } else if (places.areSeparate()) {
      places.first().get(0).vacate(); // The separate Tomcat uses the same ports for messages.
    }
    comparing = true;
    return pair.deploy(number);
  }

  /**
   * Deletes the records in all topics of the store if its broker belongs to the local stack. A
   * comparison writes gigabytes that are never read again, and several comparisons would fill the
   * disk.
   */
  private void deleteRecords() throws InterruptedException {
    if (StackServer.of(environment, servers, "kafka").isPresent()) {
      try {
        KafkaAdmin.deleteRecords(environment.kafka());
      } catch (DriverException e) {
        throw Fault.noVerdict(e.getMessage(), e);
      }
    }
  }

  @Override
  public void checkLoaded() {
    pair.checkLoaded();
  }

  @Override
  public Optional<String> lostServer() throws InterruptedException {
    if (comparing) {
      return pair.lostServer();
    }
    return runs ? used.lost(places.first().get(0)) : Optional.empty();
  }

  @Override
  public Map<ProcessHandle, String> usedServers() {
    if (comparing) {
      return pair.usedServers();
    }
    return places.determined().isEmpty()
        ? Map.of()
        : used.serving(places.determined().get(0), Optional.empty());
  }

  @Override
  public Optional<Map<String, Statements.Use>> statements(boolean ofCandidate) {
    return pair.statements(ofCandidate);
  }

  @Override
  public List<ProcessHandle> sharedServers() {
    List<ServiceInstance> running = comparing ? places.compared() : places.determined();
    return running.stream().flatMap(ServiceInstance::sharedServers).toList();
  }

  @Override
  public String usedDisk() {
    return (comparing ? places.compared() : places.determined())
        .stream()
            .map(ServiceInstance::usedDisk)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
  }

  @Override
  public boolean resets() {
    return service.needs().values().stream().anyMatch(need -> need.reset() != null);
  }

  @Override
  public void reset() throws InterruptedException {
    try {
      for (ServiceInstance instance :
          comparing ? places.compared() : places.first().subList(0, 1)) {
        instance.reset();
      }
    } catch (Fault e) {
      throw new DriverException(e.getMessage(), e);
    }
  }

  @Override
  public Optional<ServerEnd> serverEnd() {
    return runs
        ? InstanceProbe.end(places.first().get(0), ServerEnd.CANDIDATE, false)
        : Optional.empty();
  }

  @Override
  public boolean baselineSurvives(BaselineLoad load) throws IOException, InterruptedException {
    if (baseline == null || service.url() != null) {
      return false;
    }
    ServiceInstance other = places.compared().get(1);
    try {
      other.run(baseline);
      probe.awaitReady(other, baseline);
      return load.on(other.environment()) && other.mayBecomeReady();
    } catch (Fault | DriverException unknown) {
      return false;
    } finally {
      other.close();
    }
  }

  @Override
  public Optional<ServerEnd> endedServer() {
    return pair.endedServer();
  }

  /** Stops everything that was started for the comparison. */
  @Override
  public void restore() throws InterruptedException {
    if (!comparing) {
      return;
    }
    if (!deployedBefore) {
      close();
      return;
    }
    comparing = false;
    places.compared().get(1).close();
    if (places.areSeparate()) {
      places.compared().get(0).close();
    }
    boolean mayRun = places.first().get(0).mayBecomeReady();
    if (mayRun && (pair.isSwapped() || places.areSeparate())) {
      places.first().get(0).run(candidate);
    }
  }

  @Override
  public void close() {
    ParallelInstances.close(places.determinedSeparate());
    if (!deployedBefore) {
      closePlaces();
    }
  }

  /** Stops the instances outside the separate Tomcats. */
  private void closePlaces() {
    runs = false;
    comparing = false;
    ParallelInstances.close(places.determined());
  }
}
