package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.deploy.stack.ServiceProcess;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.JvmMeter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** A port, and the process that listens there. */
final class ProcessInstance implements ServiceInstance {

  private final Path logs;
  private final int port;
  private final Environment environment;
  private ServiceProcess running;

  /**
   * @param logs folder of the processes' logs
   * @param environment the servers around it
   */
  ProcessInstance(Path logs, int port, Environment environment) {
    this.logs = logs;
    this.port = port;
    this.environment = environment.at(URI.create("http://127.0.0.1:" + port));
  }

  @Override
  public Environment environment() {
    return environment;
  }

  @Override
  public void run(BuildOfService build) {
    close();
    Path log = logs.resolve("service-" + build.name() + ".log");
    running =
        ServiceProcess.start(
            build.service().command(), build.variables(), build.folder(), log, port);
  }

  @Override
  public boolean mayBecomeReady() {
    return running != null && running.isAlive();
  }

  @Override
  public String lastWords() {
    return running == null ? "" : running.lastWords();
  }

  @Override
  public Optional<ProcessHandle> process() {
    return Optional.ofNullable(running).map(ServiceProcess::handle);
  }

  @Override
  public Optional<CostMeter> meter() {
    return process().filter(ServiceProcess::isJava).map(java -> JvmMeter.of(java.pid()));
  }

  @Override
  public String unmetered() {
    return "the service's process is not a JVM, so only its whole CPU time is read";
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
      running = null;
    }
  }
}
