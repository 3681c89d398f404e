package io.perfline.sims.paired;

import io.perfline.core.environment.Environment;
import io.perfline.core.run.ServerEnd;
import java.util.Optional;

/** The two applications of a paired measurement, and how they get where they are loaded. */
public interface PairedDeployment {

  /**
   * The addresses and entry points of both.
   *
   * @param candidate the build that is judged
   * @param baseline the build that it is compared with
   */
  record Endpoints(Environment candidate, Environment baseline) {}

  /**
   * Deploys both anew. Their places are swapped in every second deployment: what is due to the
   * place and not to the build cancels.
   *
   * @param number counts from 1
   * @throws io.perfline.core.command.Fault when one doesn't run then
   */
  Endpoints deploy(int number) throws InterruptedException;

  /**
   * Returns how the server of one of the two, which both should run, ended; empty if none is known
   * to have.
   */
  default Optional<ServerEnd> endedServer() {
    return Optional.empty();
  }

  /**
   * Leaves the candidate alone, where the recorder belongs.
   *
   * @throws io.perfline.core.command.Fault when it doesn't run then
   */
  void restore() throws InterruptedException;
}
