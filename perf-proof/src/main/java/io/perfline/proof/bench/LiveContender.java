package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A case as a user runs it, watched live or not. A turn takes as long as the case's profile says.
 *
 * @param perf the launcher
 * @param variables of the servers, for the environment file of the local stack
 * @param name of the case, measured directly
 * @param profile that says how long
 * @param folder for the runs
 * @param live whether its seconds are published meanwhile
 */
record LiveContender(
    Path perf,
    Map<String, String> variables,
    String name,
    String profile,
    Path folder,
    boolean live)
    implements Contender {

  private static final Duration MOST = Duration.ofMinutes(3);

  @Override
  public Sample run(Duration length) throws InterruptedException, IOException {
    Path run = folder.resolve(UUID.randomUUID().toString());
    List<String> command =
        new ArrayList<>(List.of(perf.toString(), "run", name, "--profile", profile));
    command.addAll(List.of("--out", run.toString()));
    if (live) {
      command.add("--live");
    }
    String said = ExternalTool.run(command, variables, folder.resolve("perf-run.log"), MOST);
    if (live && !said.matches("(?s).*live: published [1-9]\\d* seconds.*")) {
      throw Fault.noVerdict(name + " was not watched live: " + said.strip());
    }
    return sample(
        RunFile.read(run).cases().stream()
            .filter(result -> result.name().equals(name))
            .filter(result -> result.target().equals("direct"))
            .findFirst()
            .orElseThrow(() -> Fault.noVerdict(run + " doesn't hold " + name)));
  }

  private static Sample sample(CaseResult result) {
    return new Sample(
        result.messages(),
        result.messages() / result.throughputPerS(),
        result.responseTime().percentileUs(50) / 1e3,
        result.responseTime().percentileUs(99) / 1e3,
        Double.NaN);
  }
}
