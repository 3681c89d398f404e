package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.Statements;
import java.util.Map;
import java.util.Optional;

/** Deploys the two builds of a paired comparison. */
public interface PairedDeployment {

  /** A comparison that is impossible because the candidate never became ready. */
  final class NeverReady extends Fault {

    private static final long serialVersionUID = 1;

    private final transient ServerEnd end;

    public NeverReady(ServerEnd end) {
      super(NO_VERDICT, end.text(), null);
      this.end = end;
    }

    ServerEnd end() {
      return end;
    }
  }

  /** The entry points of both builds. */
  record Endpoints(Environment candidate, Environment baseline) {}

  /**
   * Deploys both builds. Every second deployment swaps their places (contexts or servers), so that
   * differences between the places cancel out.
   *
   * @param number from 1
   * @throws NeverReady if the candidate never became ready, so that it is not started again
   * @throws Fault if a build does not run afterwards
   */
  Endpoints deploy(int number) throws InterruptedException;

  /** Returns how a build's server has ended; empty if both run as far as is known. */
  default Optional<ServerEnd> endedServer() {
    return Optional.empty();
  }

  /**
   * Restores the data of the servers that both builds need, before each case and after its warm-up.
   *
   * @throws io.perfline.sims.driver.DriverException with the reason, if it fails
   */
  default void reset() throws InterruptedException {}

  /**
   * Checks what is known only after both builds were loaded, such as the servers that they use.
   *
   * @throws Fault if the builds cannot be compared
   */
  default void checkLoaded() {}

  /**
   * Returns which server both builds have lost, so that neither can answer; empty if none is known.
   * Called when requests fail.
   */
  default Optional<String> lostServer() throws InterruptedException {
    return Optional.empty();
  }

  /**
   * Reads the statements that the database of one build has executed so far; empty if the build is
   * not known to use a database that counts them.
   *
   * @throws Fault with the reason if the database does not say
   */
  default Optional<Map<String, Statements.Use>> statements(boolean ofCandidate) {
    return Optional.empty();
  }

  /**
   * Leaves only the candidate deployed, at the service's own address.
   *
   * @throws Fault if it does not run afterwards
   */
  void restore() throws InterruptedException;
}
