package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.needs.NeedVariables;
import io.perfline.deploy.needs.NeedsOfPlace;
import io.perfline.sims.server.ContainerGroups;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.DatabaseBackends;
import io.perfline.sims.server.NeedProcesses;
import io.perfline.sims.server.NeedResources;
import io.perfline.sims.server.NeedsMeter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An instance that starts the servers that a build needs before the build, and stops them after it.
 */
final class InstanceWithNeeds implements ServiceInstance {

  private final ServiceInstance instance;
  private final NeedsOfPlace needs;
  private final BuiltService candidate;
  private NeedVariables values;

  /**
   * @param candidate the build whose needs are known before any build runs
   */
  InstanceWithNeeds(ServiceInstance instance, NeedsOfPlace needs, BuiltService candidate) {
    this.instance = instance;
    this.needs = needs;
    this.candidate = candidate;
    values = needs.variables(candidate.service().needs(), candidate.name());
  }

  /**
   * Adds the needs of the builds to two instances.
   *
   * @param logs the folder of the needs' logs
   */
  static List<ServiceInstance> of(
      List<ServiceInstance> instances, BuiltService candidate, Path logs) {
    List<ServiceInstance> all = new ArrayList<>();
    for (ServiceInstance instance : instances) {
      NeedsOfPlace needs = new NeedsOfPlace(candidate.project().home(), all.size() + 1, logs);
      all.add(new InstanceWithNeeds(instance, needs, candidate));
    }
    return all;
  }

  @Override
  public Environment environment() {
    return instance.environment().withNeeds(values.values());
  }

  @Override
  public void run(BuiltService build) throws InterruptedException {
    instance.close();
    values = needs.start(build.service().needs(), build.name(), build.homeOfNeeds(candidate));
    instance.run(build.with(values));
  }

  @Override
  public String usedDisk() {
    return needs.usedDisk();
  }

  @Override
  public void seed() throws InterruptedException {
    needs.seed();
  }

  @Override
  public void reset() throws InterruptedException {
    needs.reset();
  }

  @Override
  public boolean mayBecomeReady() {
    return instance.mayBecomeReady() && needs.ended().isEmpty();
  }

  @Override
  public String lastWords() {
    return endedNeed().map(InstanceWithNeeds::text).orElseGet(instance::lastWords);
  }

  @Override
  public Optional<String> reason() {
    return endedNeed().map(InstanceWithNeeds::text).or(instance::reason);
  }

  @Override
  public Optional<String> ended() {
    return endedNeed().map(Map.Entry::getValue).or(instance::ended);
  }

  @Override
  public Optional<Map.Entry<String, String>> endedNeed() {
    return needs.ended();
  }

  private static String text(Map.Entry<String, String> ended) {
    return "its need '%s' has ended: %s".formatted(ended.getKey(), ended.getValue());
  }

  @Override
  public Stream<ProcessHandle> sharedServers() {
    return resources().values().stream()
        .filter(need -> !(need instanceof NeedProcesses)) // which are child processes
        .flatMap(NeedResources::processes);
  }

  private Map<String, NeedResources> resources() {
    Map<String, NeedResources> all = new TreeMap<>();
    needs.processes().forEach((name, process) -> all.put(name, new NeedProcesses(process)));
    needs.databases().forEach((name, base) -> all.put(name, new DatabaseBackends(base)));
    needs.containers().forEach((name, ids) -> all.put(name, new ContainerGroups(ids)));
    return all;
  }

  @Override
  public Optional<ProcessHandle> process() {
    return instance.process();
  }

  @Override
  public boolean sharesProcessWith(ServiceInstance other) {
    return other instanceof InstanceWithNeeds its && instance.sharesProcessWith(its.instance);
  }

  @Override
  public Optional<CostMeter> meter() {
    return instance.meter();
  }

  @Override
  public CostMeter withNeeds(CostMeter own) {
    return new NeedsMeter(own, resources(), needs.unmetered());
  }

  @Override
  public String unmetered() {
    return instance.unmetered();
  }

  @Override
  public void vacate() throws InterruptedException {
    instance.vacate();
    needs.close();
  }

  @Override
  public void close() {
    try {
      instance.close();
    } finally {
      needs.close();
    }
  }
}
