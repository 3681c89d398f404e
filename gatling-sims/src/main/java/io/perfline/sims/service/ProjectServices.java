package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.project.Project;
import io.perfline.core.project.ReadyCheck;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.Run;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.Statements;
import io.perfline.deploy.needs.NeedFailure;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.kafka.KafkaAdmin;
import io.perfline.sims.paired.PairedDeployment;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.MetricsMeter;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.PostgresDatabase;
import io.perfline.sims.server.ProcessMeter;
import io.perfline.sims.server.StackServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The service of a {@code perf.yml}: a single build, or two builds in two places. Servers start
 * when they are first needed, and stop when this object is closed. If the environment names the
 * service's address, the service is already deployed there, and stays there.
 */
public final class ProjectServices implements LoadedService, PairedDeployment, AutoCloseable {

  private static final String SHARED_FILES =
      "; both builds run at the same time here: if they use the same files, such as an index or an"
          + " embedded database, give each its own folder, %s in 'variables', 'jvm_options' or"
              .formatted(ServiceUnderTest.SIDE)
          + " 'command'";

  /** The time in which a running service must respond, unless perf.yml sets one. */
  private static final Duration RUNS = Duration.ofSeconds(8);

  private static final String NO_TOMCAT =
      "%s: each build needs a Tomcat of its own for its 'needs', but the environment names one that"
          + " perfline can't start: remove 'needs', or measure in the local stack's Tomcat";

  /** The time in which the other build's need must end, too, if a common cause ended one. */
  private static final Duration ENDS_TOO = Duration.ofSeconds(2);

  private static final Consumer<String> SILENT = line -> {};

  /** The shortest time between two looks for a lost server. */
  private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

  private final Project project;
  private final ServiceUnderTest service;
  private final Environment environment;
  private final BuiltService candidate;
  private final BuiltService baseline;
  private final Map<String, ProcessHandle> servers;
  private final Supplier<List<ServiceInstance>> where;
  private final Supplier<List<ServiceInstance>> whereSeparate;
  private final PairMeter meters = new PairMeter();
  private final UsedServers used;

  /** True if the candidate was deployed before and must be deployed again at the end. */
  private final boolean deployedBefore;

  /** True if a build needs servers of its own. */
  private final boolean hasNeeds;

  private List<ServiceInstance> places = List.of();

  /** The compared instances; empty if they are {@code places}, null if undetermined. */
  private List<ServiceInstance> separate;

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
  private boolean swapped;
  private boolean equalBuilds;
  private long lastLooked = System.nanoTime() - LOOK_NANOS;
  private List<Path> equalDespiteSources = List.of();

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
    this.candidate = candidate;
    this.baseline = baseline;
    this.servers = servers;
    hasNeeds =
        !service.needs().isEmpty() || (baseline != null && !baseline.service().needs().isEmpty());
    UnaryOperator<List<ServiceInstance>> equipped =
        instances ->
            ProxiedInstance.of(
                hasNeeds ? InstanceWithNeeds.of(instances, candidate, folder) : instances, wait);
    Supplier<List<ServiceInstance>> tomcats =
        () -> ServiceInstances.separate(service, environment, servers, home, restartsTomcats());
    boolean ownTomcat = hasNeeds && service.war() != null;
    where =
        () ->
            equipped.apply(
                ownTomcat
                    ? required(tomcats.get())
                    : ServiceInstances.of(service, environment, folder, servers, home));
    whereSeparate = () -> equipped.apply(tomcats.get());
    this.environment = environment;
    used = new UsedServers(candidate, baseline, servers.values());
    deployedBefore = service.war() != null && environment.hasService() && !hasNeeds;
    runs = deployedBefore;
  }

  private List<ServiceInstance> required(List<ServiceInstance> tomcats) {
    if (tomcats.isEmpty()) {
      throw Fault.configuration(NO_TOMCAT.formatted(project.file()));
    }
    return tomcats;
  }

  /**
   * Shares the service with other generators.
   *
   * @param leader whether this generator deploys the builds for all
   * @throws Fault exit code 2 if other generators cannot reach it
   */
  public void share(boolean leader) {
    boolean reached =
        service.url() != null || (service.war() != null && whereSeparate.get().isEmpty());
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
    return placed ? places().get(0).environment() : environment;
  }

  public Environment environmentOfBaseline() {
    return compared().get(1).environment();
  }

  /** Returns the instances of the two builds of a comparison. */
  private List<ServiceInstance> compared() {
    if (separate == null) {
      separate = whereSeparate.get();
    }
    return separate.isEmpty() ? places() : separate;
  }

  /**
   * Returns the files that the commits configure differently but both builds shared, because one
   * Tomcat ran both with the candidate's.
   */
  public List<String> notCompared() {
    boolean oneTomcat = service.war() != null && separate != null && separate.isEmpty();
    return oneTomcat ? configuredDifferently() : List.of();
  }

  /** Returns the differences between the commits of the builds that are Tomcat's configuration. */
  private List<String> configuredDifferently() {
    return baseline != null && baseline.differs() != null
        ? baseline.differs().stream().filter(service::configuresTomcat).toList()
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

  /** Determines the instances when they are first needed; loads on servers need none. */
  private List<ServiceInstance> places() {
    if (places.isEmpty()) {
      places = where.get();
    }
    return places;
  }

  /** Returns the files of both builds, which are known before they run. */
  public ComparedBuilds builds() {
    return new ComparedBuilds(service, candidate, baseline);
  }

  /** Returns its processes on this machine. */
  public Map<String, ProcessHandle> processes() {
    return places.stream()
        .limit(1)
        .flatMap(instance -> instance.process().stream())
        .collect(Collectors.toMap(process -> "service", Function.identity()));
  }

  @Override
  public Duration readyTimeout() {
    Duration within =
        service.ready() == null ? ReadyCheck.DEFAULT.within() : service.ready().within();
    return service.url() != null && within.equals(ReadyCheck.DEFAULT.within()) ? RUNS : within;
  }

  @Override
  public void awaitReady(Duration timeout, Consumer<String> progress) throws InterruptedException {
    try {
      Duration wait = timeout;
      if (runs && !deployedBefore && places().get(0).ended().isPresent()) {
        runs = false; // The next case has a server of its own.
        wait = readyTimeout();
      }
      if (notReady != null) {
        throw new DriverException(notReady); // It got its time, and would not use more.
      }
      if (!runs) {
        used.forget();
        places().get(0).run(candidate);
        runs = true;
      }
      awaitReady(places().get(0), candidate, wait, progress);
      wasReady = true;
    } catch (Fault e) {
      boolean ofNeed = e instanceof NeedFailure || places().get(0).endedNeed().isPresent();
      if (!wasReady && service.url() == null && !ofNeed) {
        notReady = reason(places().get(0), e);
      }
      throw new DriverException(e.getMessage(), e);
    }
  }

  /** Returns why an instance is not ready, in one short line. */
  private static String reason(ServiceInstance instance, Fault notReady) {
    String message = OutsideText.line(notReady.getMessage().lines().findFirst().orElse(""), 300);
    return instance.reason().map(why -> "%s (%s)".formatted(why, message)).orElse(message);
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
      if (deployedBefore && places().get(0).mayBecomeReady()) {
        places().get(0).run(candidate);
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
    ServiceInstance place = compared().get(0);
    try {
      places().get(0).vacate();
      place.run(baseline);
      awaitReady(place, baseline, readyTimeout(), SILENT);
      return true;
    } catch (Fault | DriverException unknown) {
      return false;
    } finally {
      place.close();
      runs = false;
      restoreCandidate();
    }
  }

  private void awaitReady(
      ServiceInstance instance, BuiltService build, Duration timeout, Consumer<String> progress)
      throws InterruptedException {
    try {
      ReadyCheck ready = build.service().ready();
      if (ready != null) {
        answers(instance, build).awaitReady(ready, timeout, instance::mayBecomeReady, progress);
      } else if (service.url() != null) {
        answers(instance, build).awaitReachable(timeout, progress);
      } else if (!instance.mayBecomeReady()) {
        throw Fault.noVerdict("the service's process has ended");
      }
      instance.seed();
    } catch (NeedFailure e) {
      throw e;
    } catch (Fault e) {
      String more = instance.lastWords();
      String why = more.isEmpty() ? instance.reason().orElse("") : more;
      throw why.isEmpty() ? e : Fault.noVerdict(e.getMessage() + "; " + why, e);
    }
  }

  private static HttpProbe answers(ServiceInstance instance, BuiltService build) {
    return new HttpProbe(instance.url(), build.authorization());
  }

  @Override
  public String deployed() throws InterruptedException {
    try {
      return new BuildIdentity(places().get(0), candidate).text();
    } catch (Fault e) {
      return Run.UNREACHABLE + e.getMessage();
    }
  }

  @Override
  public CostMeter meter() {
    return meter(places().get(0), candidate);
  }

  /** Reads the process on this machine; for a remote service, its Prometheus endpoint. */
  private CostMeter meter(ServiceInstance instance, BuiltService build) {
    return instance.withNeeds(meterOfService(instance, build));
  }

  private CostMeter meterOfService(ServiceInstance instance, BuiltService build) {
    String metrics = build.service().metrics();
    Optional<CostMeter> ofJvm = instance.meter();
    if (ofJvm.isPresent()) {
      return ofJvm.get();
    }
    if (metrics != null) {
      return new MetricsMeter(URI.create(instance.url() + metrics), build.authorization());
    }
    return instance
        .process()
        .<CostMeter>map(process -> ProcessMeter.ofOther(process, instance.unmetered()))
        .orElseGet(() -> CostMeter.none(instance.unmetered()));
  }

  /** Returns the meter of both builds, which follows deployments. */
  public PairMeter meterOfBoth() {
    return meters;
  }

  /** Returns the processes of the deployed builds that are JVMs on this machine. */
  public List<Long> jvmsOfBoth() {
    return compared().stream()
        .flatMap(instance -> instance.process().stream())
        .map(ProcessHandle::pid)
        .distinct()
        .toList();
  }

  @Override
  public Endpoints deploy(int number) throws InterruptedException {
    Optional<ServerEnd> broken = neverReady();
    if (broken.isPresent()) {
      throw new NeverReady(broken.get());
    }
    deleteRecords();
    meters.close();
    List<ServiceInstance> two = compared();
    if (follows) {
      return endpoints(number, two);
    }
    if (!deployedBefore) {
      closePlaces();
    } else if (!separate.isEmpty()) {
      places().get(0).vacate(); // The separate Tomcat uses the same ports for messages.
    }
    comparing = true;
    return endpoints(number, two);
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

  /** Deploys both builds, unless another generator does so, and waits until they are ready. */
  private Endpoints endpoints(int number, List<ServiceInstance> two) throws InterruptedException {
    swapped = number % 2 == 0 && service.url() == null;
    ServiceInstance ofCandidate = two.get(swapped ? 1 : 0);
    ServiceInstance ofBaseline = two.get(swapped ? 0 : 1);
    used.forget();
    try {
      if (!follows) {
        runBoth(two);
      }
      awaitReady(ofCandidate, candidate, readyTimeout(), SILENT);
      awaitReady(ofBaseline, baseline, readyTimeout(), SILENT);
    } catch (Fault e) {
      throw service.url() != null || service.usesSideDirectory() || hasNeeds
          ? e
          : Fault.noVerdict(e.getMessage() + SHARED_FILES, e);
    }
    requireDifferent(
        new BuildIdentity(ofCandidate, candidate), new BuildIdentity(ofBaseline, baseline));
    if (two.get(0).sharesProcessWith(two.get(1))) {
      meters.together(meter(ofCandidate, candidate));
    } else {
      meters.separate(meter(ofCandidate, candidate), meter(ofBaseline, baseline));
    }
    used.checkConnections(ofCandidate, ofBaseline);
    return new Endpoints(ofCandidate.environment(), ofBaseline.environment());
  }

  @Override
  public void checkLoaded() {
    used.checkConnections(placeOfCandidate(), placeOfBaseline());
  }

  @Override
  public Optional<String> lostServer() throws InterruptedException {
    if (!comparing) {
      return runs ? used.lost(places().get(0)) : Optional.empty();
    }
    long now = System.nanoTime();
    if (service.url() != null || now - lastLooked < LOOK_NANOS) {
      return Optional.empty();
    }
    lastLooked = now;
    Optional<String> lost = used.lost(placeOfCandidate(), placeOfBaseline());
    boolean ready =
        lost.isPresent()
            || isReady(placeOfCandidate(), candidate)
            || isReady(placeOfBaseline(), baseline);
    return ready ? lost : Optional.of("neither build is ready any more");
  }

  @Override
  public Map<ProcessHandle, String> usedServers() {
    if (comparing) {
      return used.serving(placeOfCandidate(), Optional.of(placeOfBaseline()));
    }
    return places.isEmpty() ? Map.of() : used.serving(places.get(0), Optional.empty());
  }

  @Override
  public Optional<Map<String, Statements.Use>> statements(boolean ofCandidate) {
    ServiceInstance place = ofCandidate ? placeOfCandidate() : placeOfBaseline();
    ServiceInstance other = ofCandidate ? placeOfBaseline() : placeOfCandidate();
    return UsedServers.postgres(place, other).map(PostgresDatabase::statements);
  }

  private boolean isReady(ServiceInstance instance, BuiltService build)
      throws InterruptedException {
    try {
      awaitReady(instance, build, Duration.ZERO, SILENT);
      return true;
    } catch (Fault notReady) {
      return !instance.mayBecomeReady(); // Its end is reported.
    }
  }

  private ServiceInstance placeOfCandidate() {
    return compared().get(swapped ? 1 : 0);
  }

  private ServiceInstance placeOfBaseline() {
    return compared().get(swapped ? 0 : 1);
  }

  /** Starts both builds at the same time; in a shared Tomcat, one WAR after the other. */
  private void runBoth(List<ServiceInstance> two) throws InterruptedException {
    FutureTask<Void> other =
        new FutureTask<>(
            () -> {
              two.get(1).run(swapped ? candidate : baseline);
              return null;
            });
    Thread thread = new Thread(other, "perf-deploy");
    if (!two.get(0).sharesProcessWith(two.get(1))) {
      thread.start();
    }
    try {
      two.get(0).run(swapped ? baseline : candidate);
    } finally {
      if (thread.getState() == Thread.State.NEW) {
        thread.start();
      }
      thread.join();
    }
    try {
      other.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }

  @Override
  public List<ProcessHandle> sharedServers() {
    List<ServiceInstance> running = comparing ? compared() : places;
    return running.stream().flatMap(ServiceInstance::sharedServers).toList();
  }

  @Override
  public String usedDisk() {
    return (comparing ? compared() : places)
        .stream()
            .map(ServiceInstance::usedDisk)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
  }

  @Override
  public void reset() throws InterruptedException {
    try {
      for (ServiceInstance instance : comparing ? compared() : places().subList(0, 1)) {
        instance.reset();
      }
    } catch (Fault e) {
      throw new DriverException(e.getMessage(), e);
    }
  }

  @Override
  public Optional<ServerEnd> serverEnd() {
    return runs ? end(places().get(0), ServerEnd.CANDIDATE, false) : Optional.empty();
  }

  private static Optional<ServerEnd> end(
      ServiceInstance instance, String build, boolean otherSurvived) {
    String need = instance.endedNeed().map(Map.Entry::getKey).orElse(null);
    return instance.ended().map(how -> new ServerEnd(build, otherSurvived, 0, how).ofNeed(need));
  }

  @Override
  public boolean baselineSurvives(BaselineLoad load) throws IOException, InterruptedException {
    if (baseline == null || service.url() != null) {
      return false;
    }
    ServiceInstance other = compared().get(1);
    try {
      other.run(baseline);
      awaitReady(other, baseline, readyTimeout(), SILENT);
      return load.on(other.environment()) && other.mayBecomeReady();
    } catch (Fault | DriverException unknown) {
      return false;
    } finally {
      other.close();
    }
  }

  @Override
  public Optional<ServerEnd> endedServer() {
    ServiceInstance ofCandidate = placeOfCandidate();
    ServiceInstance ofBaseline = placeOfBaseline();
    boolean both = ofCandidate.sharesProcessWith(ofBaseline);
    if (ofCandidate.endedNeed().isPresent()) {
      awaitEnd(ofBaseline);
    }
    boolean baselineRuns = ofBaseline.ended().isEmpty();
    return end(ofCandidate, candidate.name(), !both && baselineRuns)
        .or(() -> end(ofBaseline, baseline.name(), !both));
  }

  /** Waits whether the needs of both builds end for the same reason, such as a full disk. */
  private static void awaitEnd(ServiceInstance instance) {
    long deadline = System.nanoTime() + ENDS_TOO.toNanos();
    while (instance.ended().isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private void requireDifferent(BuildIdentity one, BuildIdentity other)
      throws InterruptedException {
    boolean onPurpose = baseline.differs() == null;
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

  /**
   * Returns the files with which both builds of the latest deployment were started, if these are
   * equal although sources differ.
   */
  public List<Path> equalDespiteSources() {
    return equalDespiteSources;
  }

  /** Returns a warning about the databases that both builds use; empty if none is known. */
  public Optional<String> sharedDatabases() {
    return used.warning();
  }

  /** Returns whether the builds of the latest deployment are equal on purpose. */
  public boolean equalBuilds() {
    return equalBuilds;
  }

  /** Returns whether the builds are measured even if they are equal. */
  public boolean measuresEqualBuilds() {
    return baseline != null && baseline.differs() == null;
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
    compared().get(1).close();
    if (!separate.isEmpty()) {
      separate.get(0).close();
    }
    boolean stillThere = places().get(0).mayBecomeReady();
    if (stillThere && (swapped || !separate.isEmpty())) {
      places().get(0).run(candidate);
    }
  }

  @Override
  public void close() {
    if (separate != null) {
      closeAll(separate);
    }
    if (!deployedBefore) {
      closePlaces();
    }
  }

  /** Stops the instances outside the separate Tomcats. */
  private void closePlaces() {
    runs = false;
    comparing = false;
    closeAll(places);
  }

  /**
   * Stops the instances at the same time, because a service may take seconds to stop; in a shared
   * Tomcat, one after the other.
   */
  private static void closeAll(List<ServiceInstance> instances) {
    if (instances.size() == 2 && instances.get(0).sharesProcessWith(instances.get(1))) {
      instances.forEach(ServiceInstance::close);
      return;
    }
    try {
      CompletableFuture.allOf(
              instances.stream()
                  .map(instance -> CompletableFuture.runAsync(instance::close))
                  .toArray(CompletableFuture[]::new))
          .join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
