package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ReadyCheck;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.Run;
import io.perfline.deploy.service.ServiceAnswers;
import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.cost.MetricsMeter;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.paired.Contexts;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The service of a {@code perf.yml}: one build of it alone, or two in two places beside each other.
 * Nothing is started before it is needed, and what was started is ended when this is closed. Where
 * the environment says where the service is, it stands there deployed already, and stays there.
 */
public final class ProjectServices implements LoadedService, Contexts, AutoCloseable {

  private final ServiceUnderTest said;
  private final String authorization;
  private final Environment around;
  private final BuildOfService candidate;
  private final BuildOfService baseline;
  private final Supplier<List<Place>> where;
  private final MetersOfBoth meters = new MetersOfBoth();

  /** Whether the candidate was deployed before all this, and is to be there behind it. */
  private final boolean stands;

  private List<Place> places = List.of();
  private boolean runs;
  private boolean besideAnother;
  private boolean swapped;

  /**
   * @param baseline what the candidate is compared with; null when that is nothing
   * @param folder where logs are kept
   * @param servers the processes of the local stack, by name
   * @param home the local stack's
   */
  public ProjectServices(
      Project project,
      Environment environment,
      BuildOfService candidate,
      BuildOfService baseline,
      Path folder,
      Map<String, ProcessHandle> servers,
      Path home) {
    said = project.service();
    authorization = project.authorization(System.getenv());
    this.candidate = candidate;
    this.baseline = baseline;
    ProcessVariables known = new ProcessVariables(project.file(), System.getenv());
    where = () -> Places.of(said, known, environment, folder, servers, home);
    around = environment;
    stands = said.war() != null && environment.hasService();
    runs = stands;
  }

  /** The environment with the service in it, as far as the environment has a place for it. */
  public Environment environment() {
    boolean placed = !stands && (said.war() == null || around.has("tomcat"));
    return placed ? places().get(0).environment() : around;
  }

  /** The same with what it is compared with in the service's place. */
  public Environment environmentOfBaseline() {
    return places().get(1).environment();
  }

  /** Not looked for before they are needed: servers alone can be loaded where there are none. */
  private List<Place> places() {
    if (places.isEmpty()) {
      places = where.get();
    }
    return places;
  }

  /** What of both is known without their running. */
  public ComparedBuilds builds() {
    return new ComparedBuilds(said, candidate, baseline);
  }

  /** Its processes, as far as they are of this machine. */
  public Map<String, ProcessHandle> processes() {
    return places.stream()
        .limit(1)
        .flatMap(place -> place.process().stream())
        .collect(Collectors.toMap(process -> "service", Function.identity()));
  }

  @Override
  public Duration patience() {
    return said.ready() == null ? ReadyCheck.USUAL.within() : said.ready().within();
  }

  @Override
  public void awaitReady(Duration patience) throws InterruptedException {
    try {
      if (!runs) {
        places().get(0).run(candidate);
        runs = true;
      }
      awaitReady(places().get(0), patience);
    } catch (Fault e) {
      throw new DriverException(e.getMessage(), e);
    }
  }

  private void awaitReady(Place place, Duration patience) throws InterruptedException {
    try {
      if (said.ready() == null) {
        if (!place.mayBecomeReady()) {
          throw Fault.noVerdict("the service's process has ended");
        }
        return;
      }
      answers(place).awaitReady(said.ready(), patience, place::mayBecomeReady);
    } catch (Fault e) {
      String more = place.lastWords();
      throw more.isEmpty() ? e : Fault.noVerdict(e.getMessage() + "; " + more, e);
    }
  }

  private ServiceAnswers answers(Place place) {
    return new ServiceAnswers(place.url(), authorization);
  }

  @Override
  public String deployed() throws InterruptedException {
    try {
      if (!stands) {
        awaitReady(patience());
      }
      if (said.commit() != null) {
        return answers(places().get(0)).commit(said.commit());
      }
      return said.runs().map(candidate::digest).orElse(Run.UNTOLD);
    } catch (Fault | DriverException e) {
      return "unknown: " + e.getMessage();
    }
  }

  @Override
  public CostMeter meter() {
    return meter(places().get(0));
  }

  /** Of its JVM where that is of this machine, else of what it tells itself. */
  private CostMeter meter(Place place) {
    return place
        .meter()
        .orElseGet(
            () ->
                said.metrics() == null
                    ? CostMeter.none(place.unmetered())
                    : new MetricsMeter(URI.create(place.url() + said.metrics()), authorization));
  }

  /** Of both, whichever are deployed just now. */
  public CostMeter meterOfBoth() {
    return meters;
  }

  /** The processes of both that are JVMs of this machine, whichever are deployed just now. */
  public List<Long> jvmsOfBoth() {
    return places.stream()
        .flatMap(place -> place.process().stream())
        .map(ProcessHandle::pid)
        .distinct()
        .toList();
  }

  @Override
  public Roles deploy(int number) throws InterruptedException {
    meters.close();
    if (!stands) {
      close();
    }
    swapped = number % 2 == 0 && said.url() == null;
    besideAnother = true;
    places().get(0).run(swapped ? baseline : candidate);
    places().get(1).run(swapped ? candidate : baseline);
    for (Place place : places()) {
      awaitReady(place, patience());
    }
    for (Place place : places().get(0).sharesItsProcess() ? places.subList(0, 1) : places) {
      meters.add(meter(place));
    }
    return swapped
        ? new Roles(environmentOfBaseline(), environment())
        : new Roles(environment(), environmentOfBaseline());
  }

  /** Nothing is left that ran for comparing. */
  @Override
  public void restore() throws InterruptedException {
    if (!besideAnother) {
      return;
    }
    if (stands) {
      besideAnother = false;
      places().get(1).close();
      if (swapped) {
        places().get(0).run(candidate);
      }
    } else {
      close();
    }
  }

  @Override
  public void close() {
    if (!stands) {
      runs = false;
      besideAnother = false;
      places.forEach(Place::close);
    }
  }
}
