package io.perfline.sims.recorder;

import io.perfline.core.environment.Environment;
import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.cost.CostMeters;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.service.LoadedService;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The recorder of an environment.
 *
 * @param servers the processes of the local stack that live now, by name
 */
public record DeployedRecorder(
    Environment environment, Supplier<Map<String, ProcessHandle>> servers)
    implements LoadedService {

  @Override
  public Duration patience() {
    return RecorderAnswers.PATIENCE;
  }

  @Override
  public void awaitReady(Duration patience) throws InterruptedException {
    answers().awaitReady(patience);
  }

  @Override
  public String deployed() throws InterruptedException {
    try {
      return answers().commit();
    } catch (DriverException e) {
      return "unknown: " + e.getMessage();
    }
  }

  @Override
  public CostMeter meter() {
    return CostMeters.of(environment, servers.get());
  }

  private RecorderAnswers answers() {
    return new RecorderAnswers(environment.recorder().url());
  }
}
