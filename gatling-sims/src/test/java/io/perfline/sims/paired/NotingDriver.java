package io.perfline.sims.paired;

import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A driver that answers at once, except for the hanging case, and records which sides were opened
 * for which case.
 */
final class NotingDriver implements Driver {

  private final List<String> events;
  private final Duration hang;
  private String opened;

  /**
   * @param hang response time of the hanging case
   */
  NotingDriver(List<String> events, Duration hang) {
    this.events = events;
    this.hang = hang;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public List<SettingKey> keys() {
    return List.of();
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.RECORDER);
  }

  @Override
  public void check(Environment environment, Target target) {}

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings) {
    String name = settings.choice("case");
    if (name.equals("broken")) {
      throw new DriverException("no connection");
    }
    String path = environment.recorder().url().getPath();
    if (opened == null) {
      opened = path;
    } else {
      events.add(name);
      events.add(opened + ", " + path);
      opened = null;
    }
    return new NotedSession(
        name.equals("hangs") ? hang.toMillis() : 0,
        name.equals("fails") ? 1 : name.equals("half") ? 2 : Long.MAX_VALUE);
  }

  /**
   * @param millis response time
   * @param failing each request whose number is divisible by this one fails
   */
  private record NotedSession(long millis, long failing) implements Session {

    @Override
    public Connection connect(int index, RequestListener listener) {
      return new Connection() {
        private long sent;

        @Override
        public void send(long request) {
          LockSupport.parkNanos(millis * 1_000_000);
          sent++;
          if (sent % failing == 0) {
            listener.failed(request, "500");
          } else {
            listener.succeeded(request, 1, 10);
          }
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public OptionalLong stored() {
      return OptionalLong.empty();
    }

    @Override
    public void close() {}
  }
}
