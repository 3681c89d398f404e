package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.project.ReadyCheck;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.ServerEnd;
import io.perfline.deploy.needs.NeedFailure;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.MetricsMeter;
import io.perfline.sims.server.ProcessMeter;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Asks one instance of a service: whether it is ready, what it costs, and whether it has ended. */
record InstanceProbe(ServiceUnderTest service) {

  /** The time in which a running service must respond, unless perf.yml sets one. */
  private static final Duration RUNS = Duration.ofSeconds(8);

  /** The time in which the other build's need must end, too, if a common cause ended one. */
  private static final Duration ENDS_TOO = Duration.ofSeconds(2);

  private static final Consumer<String> SILENT = line -> {};

  /** Returns the time in which a build must become ready. */
  Duration timeout() {
    Duration within =
        service.ready() == null ? ReadyCheck.DEFAULT.within() : service.ready().within();
    return service.url() != null && within.equals(ReadyCheck.DEFAULT.within()) ? RUNS : within;
  }

  /** Waits silently, for at most {@link #timeout}. */
  void awaitReady(ServiceInstance instance, BuiltService build) throws InterruptedException {
    awaitReady(instance, build, timeout(), SILENT);
  }

  /**
   * Waits until a build answers, and seeds the servers that it needs.
   *
   * @throws Fault with the reason in the server's log, as far as there is one
   */
  void awaitReady(
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

  /** Returns whether a build answers at once; also true if its process has ended. */
  boolean isReady(ServiceInstance instance, BuiltService build) throws InterruptedException {
    try {
      awaitReady(instance, build, Duration.ZERO, SILENT);
      return true;
    } catch (Fault notReady) {
      return !instance.mayBecomeReady(); // Its end is reported.
    }
  }

  /** Returns why an instance is not ready, in one short line. */
  static String reason(ServiceInstance instance, Fault notReady) {
    String first = notReady.getMessage().lines().findFirst().orElse("");
    // The lines of the log follow the first one.
    String message =
        OutsideText.line(first.replaceFirst("its log (.*) ends with:$", "see $1"), 300);
    return instance.reason().map(why -> "%s (%s)".formatted(why, message)).orElse(message);
  }

  /** Reads the process on this machine; for a remote service, its Prometheus endpoint. */
  static CostMeter meter(ServiceInstance instance, BuiltService build) {
    return instance.withNeeds(meterOfService(instance, build));
  }

  private static CostMeter meterOfService(ServiceInstance instance, BuiltService build) {
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

  /** Returns the end of a build's server or of a server that it needs; empty if all are running. */
  static Optional<ServerEnd> end(ServiceInstance instance, String build, boolean otherSurvived) {
    String need = instance.endedNeed().map(Map.Entry::getKey).orElse(null);
    return instance.ended().map(how -> new ServerEnd(build, otherSurvived, 0, how).ofNeed(need));
  }

  /** Waits whether the needs of both builds end for the same reason, such as a full disk. */
  static void awaitEnd(ServiceInstance instance) {
    long deadline = System.nanoTime() + ENDS_TOO.toNanos();
    while (instance.ended().isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
