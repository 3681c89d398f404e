package io.perfline.sims.driver.http;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Login;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Replay;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.RequestSequence;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import java.util.List;

/** Sends recorded traffic to a service, and compares its responses with the recorded ones. */
public final class ReplayDriver implements Driver {

  private final Replay replay;
  private final Login login;
  private final ProcessVariables variables;
  private ReplayMeasure measure;

  /**
   * @param login the login to the service; null for none
   */
  public ReplayDriver(Replay replay, Login login, ProcessVariables variables) {
    this.replay = replay;
    this.login = login;
    this.variables = variables;
  }

  @Override
  public String name() {
    return Replay.DRIVER;
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.SERVICE);
  }

  /** Checks that the whole recording can be replayed, and that all process variables are set. */
  @Override
  public void check(Environment environment, Target target) {
    HttpAddress.of(environment.service());
    authorization();
    measure();
  }

  private String authorization() {
    return login == null ? null : login.authorization(variables);
  }

  private synchronized ReplayMeasure measure() {
    if (measure == null) {
      measure = ReplayMeasure.of(replay);
    }
    return measure;
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings) {
    HttpAddress service = HttpAddress.of(environment.service());
    ExchangeLog.FirstFailures failures = new ExchangeLog.FirstFailures();
    JsonDifference.Finder differences = new JsonDifference.Finder(replay.fields(), replay.ignore());
    Redaction redaction = new Redaction(variables);
    return new ReplaySession(
        new HttpSession(
            service,
            index -> new ReplayRequests(differences, failures.log(), redaction),
            replay.timeout()),
        new ReplaySequence(replay, measure(), service, authorization()),
        failures);
  }

  /** The connections of a replay. */
  private record ReplaySession(
      HttpSession http, ReplaySequence requests, ExchangeLog.FirstFailures log) implements Session {

    @Override
    public void shard(int index, int count) {
      requests.shard(index, count);
    }

    @Override
    public RequestSequence sequence() {
      return requests;
    }

    @Override
    public Connection connect(int index, RequestListener listener) {
      return http.connect(index, listener);
    }

    @Override
    public Multiplexer multiplexer() {
      return http.multiplexer();
    }

    @Override
    public List<FailedAnswer> failures() {
      return log.answers();
    }

    @Override
    public void close() {
      requests.close();
      http.close();
    }
  }
}
