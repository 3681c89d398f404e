package io.perfline.sims.cases;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.Deployment;
import io.perfline.deploy.tomcat.War;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RecorderAnswers;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.Batches;
import io.perfline.sims.driver.http.HttpSession;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * Drives Cassandra directly, or through a recorder that stores in it: batches are sent over HTTP,
 * and the rows are read back from Cassandra.
 *
 * <p>A recorder has one store, so these cases use a second one, {@code /recorder-cassandra} next to
 * {@code /recorder}. It is the same WAR, deployed before the first case into the same Tomcat, whose
 * environment contains {@code RECORDER_CASSANDRA_STORE=cassandra}.
 *
 * @param cassandra the driver that writes rows itself
 */
record CassandraThroughRecorder(Driver cassandra) implements Driver {
  private static final String SUFFIX = "-cassandra";
  private static final String STORE = "cassandra";

  @Override
  public String name() {
    return cassandra.name();
  }

  @Override
  public List<SettingKey> keys() {
    return cassandra.keys();
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.DIRECT, Target.RECORDER);
  }

  @Override
  public void check(Environment environment, Target target) {
    environment.cassandra();
    if (target == Target.RECORDER) {
      environment.recorder();
      environment.tomcat();
    }
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException {
    if (target != Target.RECORDER) {
      return cassandra.open(environment, target, scope, settings);
    }
    return HttpSession.recordings(
        address(environment),
        settings.number("message_bytes"),
        Batches.of(settings.number("batch_size")),
        scope.hashCode(),
        settings.duration("timeout"));
  }

  private static URI address(Environment environment) {
    return URI.create(environment.recorder().url() + SUFFIX);
  }

  /** Deploys the build unless it runs there already. */
  @Override
  public URI recorder(Environment environment) throws InterruptedException {
    URI recorder = address(environment);
    Path home = Homes.project();
    try {
      War war = War.read(home.resolve("perf-app/target/recorder.war"));
      if (!runs(war, recorder)) {
        Deployment.into(environment.tomcat(), home)
            .deploy(war, new ContextPath(recorder.getPath()), recorder);
      }
      new RecorderAnswers(recorder).awaitReady();
    } catch (IOException | Fault e) {
      throw new DriverException(
          "the recorder for Cassandra, %s: %s".formatted(recorder, e.getMessage()), e);
    }
    String store = RecorderStore.name(recorder);
    if (!store.equals(STORE)) {
      throw new DriverException(
          "%s stores in '%s': its Tomcat needs RECORDER_CASSANDRA_STORE=cassandra in its environment"
              .formatted(recorder, store));
    }
    return recorder;
  }

  /** Returns whether this build runs; false for one with uncommitted changes. */
  private static boolean runs(War war, URI recorder) throws InterruptedException {
    try {
      String commit = new RecorderAnswers(recorder).commit();
      return !commit.endsWith("-dirty")
          && war.build().filter(build -> build.commit().equals(commit)).isPresent();
    } catch (DriverException unavailable) {
      return false;
    }
  }
}
