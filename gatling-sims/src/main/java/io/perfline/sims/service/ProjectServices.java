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
import io.perfline.sims.cost.CostMeters;
import io.perfline.sims.cost.CostReading;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.paired.Contexts;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The service of a {@code perf.yml}: one build of it alone, or two in two places beside each other.
 * Nothing is started before it is needed, and what was started is ended when this is closed.
 */
public final class ProjectServices implements LoadedService, Contexts, AutoCloseable {

  private final ServiceUnderTest said;
  private final String authorization;
  private final Environment environment;
  private final BuildOfService candidate;
  private final BuildOfService baseline;
  private final List<Place> places;
  private final List<CostMeter> meters = new ArrayList<>();
  private boolean runs;
  private boolean besideAnother;

  /**
   * @param candidate the project's folder in the work tree of what is measured
   * @param baseline the project's folder in the work tree of what it is compared with; null when it
   *     is compared with nothing
   * @param folder where logs are kept
   * @param servers the processes of the local stack, by name
   */
  public ProjectServices(
      Project project,
      Environment environment,
      Path candidate,
      Path baseline,
      Path folder,
      Map<String, ProcessHandle> servers) {
    said = project.service();
    authorization = project.authorization(System.getenv());
    this.candidate = new BuildOfService("candidate", candidate);
    this.baseline = baseline == null ? null : new BuildOfService("baseline", baseline);
    ProcessVariables known = new ProcessVariables(project.file(), System.getenv());
    places = Places.of(said, known, environment, folder, servers);
    this.environment = environment.at(places.get(0).url());
  }

  /** The environment with the service in it. */
  public Environment environment() {
    return environment;
  }

  /** Its processes, as far as they are of this machine. */
  public Map<String, ProcessHandle> processes() {
    Map<String, ProcessHandle> processes = new TreeMap<>();
    places.get(0).process().ifPresent(process -> processes.put("service", process));
    return processes;
  }

  @Override
  public Duration patience() {
    return said.ready() == null ? ReadyCheck.USUAL.within() : said.ready().within();
  }

  @Override
  public void awaitReady(Duration patience) throws InterruptedException {
    try {
      if (!runs) {
        places.get(0).run(candidate);
        runs = true;
      }
      awaitReady(places.get(0), patience);
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
      awaitReady(patience());
      if (said.commit() != null) {
        return answers(places.get(0)).commit(said.commit());
      }
      return said.runs().map(file -> Run.DIGEST + candidate.digest(file)).orElse(Run.UNTOLD);
    } catch (Fault | DriverException e) {
      return "unknown: " + e.getMessage();
    }
  }

  @Override
  public CostMeter meter() {
    return meter(places.get(0));
  }

  private CostMeter meter(Place place) {
    return said.metrics() == null
        ? place.meter()
        : CostMeters.ofMetrics(URI.create(place.url() + said.metrics()), authorization);
  }

  /** Of both, whichever are deployed just now. */
  public CostMeter meterOfBoth() {
    return new CostMeter() {
      @Override
      public CostReading read() {
        return meters.stream()
            .map(CostMeter::read)
            .reduce(CostReading::plus)
            .orElse(CostReading.NONE);
      }

      @Override
      public String source() {
        return meters.isEmpty() ? "not measured" : meters.get(0).source();
      }

      @Override
      public void close() {
        closeMeters();
      }
    };
  }

  /** The processes of both that are JVMs of this machine, whichever are deployed just now. */
  public List<Long> jvmsOfBoth() {
    return places.stream()
        .flatMap(place -> place.process().stream())
        .map(ProcessHandle::pid)
        .distinct()
        .toList();
  }

  /** The archives of both builds, where it is known which file runs. */
  public List<Path> archives() {
    return said.runs().stream()
        .flatMap(
            file ->
                Stream.of(candidate, baseline)
                    .filter(Objects::nonNull)
                    .map(build -> build.folder().resolve(file)))
        .filter(Files::isRegularFile)
        .toList();
  }

  private void closeMeters() {
    meters.forEach(CostMeter::close);
    meters.clear();
  }

  @Override
  public Roles deploy(int number) throws InterruptedException {
    boolean swapped = number % 2 == 0 && said.url() == null;
    closeMeters();
    close();
    besideAnother = true;
    places.get(0).run(swapped ? baseline : candidate);
    places.get(1).run(swapped ? candidate : baseline);
    for (Place place : places) {
      awaitReady(place, patience());
    }
    places.stream().map(this::meter).forEach(meters::add);
    if (places.get(0).process().equals(places.get(1).process()) && meters.size() > 1) {
      meters.remove(1).close(); // one Tomcat, of which both are contexts
    }
    Environment first = environment.at(places.get(0).url());
    Environment second = environment.at(places.get(1).url());
    return swapped ? new Roles(second, first) : new Roles(first, second);
  }

  /** Nothing is left that ran for comparing. */
  @Override
  public void restore() {
    if (besideAnother) {
      close();
    }
  }

  @Override
  public void close() {
    runs = false;
    besideAnother = false;
    places.forEach(Place::close);
  }
}
