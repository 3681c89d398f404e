package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.deploy.process.Ports;
import io.perfline.sims.server.CostMeter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An instance behind a proxy that delays the requests of the candidate. */
final class ProxiedInstance implements ServiceInstance {

  private final ServiceInstance instance;
  private final ProxyWait wait;
  private final int port = Ports.free();
  private final Environment environment;
  private DelayProxy proxy;

  private ProxiedInstance(ServiceInstance instance, ProxyWait wait) {
    this.instance = instance;
    this.wait = wait;
    URI target = instance.url();
    if (target == null || !"http".equals(target.getScheme())) {
      throw Fault.configuration(
          "a proxy delays only services over http, not %s: name its http address, or measure without a proxy"
              .formatted(target));
    }
    URI url = URI.create("http://127.0.0.1:%d%s".formatted(port, target.getPath()));
    environment = ServiceInstance.at(url, instance.environment());
  }

  /** Puts proxies in front of the instances; returns them unchanged if {@code wait} is null. */
  static List<ServiceInstance> of(List<ServiceInstance> instances, ProxyWait wait) {
    return wait == null
        ? instances
        : instances.stream()
            .<ServiceInstance>map(instance -> new ProxiedInstance(instance, wait))
            .toList();
  }

  @Override
  public Environment environment() {
    return environment;
  }

  @Override
  public void run(BuiltService build) throws InterruptedException {
    instance.run(build);
    closeProxy();
    URI target = instance.url();
    int at = target.getPort() < 0 ? 80 : target.getPort();
    proxy =
        new DelayProxy(
            port,
            new InetSocketAddress(target.getHost(), at),
            wait,
            build.name().equals(BuiltService.CANDIDATE));
  }

  @Override
  public boolean mayBecomeReady() {
    return instance.mayBecomeReady();
  }

  @Override
  public String lastWords() {
    return instance.lastWords();
  }

  @Override
  public Optional<String> ended() {
    return instance.ended();
  }

  @Override
  public Optional<Map.Entry<String, String>> endedNeed() {
    return instance.endedNeed();
  }

  @Override
  public Stream<ProcessHandle> sharedServers() {
    return instance.sharedServers();
  }

  @Override
  public String usedDisk() {
    return instance.usedDisk();
  }

  @Override
  public void seed() throws InterruptedException {
    instance.seed();
  }

  @Override
  public void reset() throws InterruptedException {
    instance.reset();
  }

  @Override
  public Optional<ProcessHandle> process() {
    return instance.process();
  }

  @Override
  public boolean sharesProcessWith(ServiceInstance other) {
    return other instanceof ProxiedInstance proxied && instance.sharesProcessWith(proxied.instance);
  }

  @Override
  public Optional<CostMeter> meter() {
    return instance.meter();
  }

  @Override
  public CostMeter withNeeds(CostMeter own) {
    return instance.withNeeds(own);
  }

  @Override
  public String unmetered() {
    return instance.unmetered();
  }

  @Override
  public void vacate() throws InterruptedException {
    closeProxy();
    instance.vacate();
  }

  @Override
  public void close() {
    closeProxy();
    instance.close();
  }

  private void closeProxy() {
    if (proxy != null) {
      proxy.close();
      proxy = null;
    }
  }
}
