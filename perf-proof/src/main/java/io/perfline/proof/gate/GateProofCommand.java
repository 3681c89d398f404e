package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.file.Json;
import io.perfline.gate.GateCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf selftest}: proves the gate on real measurements. */
@CommandLine.Command(
    name = "selftest",
    mixinStandardHelpOptions = true,
    description = {
      "Has the gate judge the recorder against itself and against copies slowed on purpose.",
      "Prints false alarms, detections and the load that a verdict took. Needs the stack.",
      "Started again, it goes on where it was interrupted."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:no false alarm",
      "1:the gate was red where nothing had changed",
      "2:wrong usage, or something is not built",
      "3:something could not be measured or judged"
    })
public final class GateProofCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--quick",
      description = "Two verdicts each of four changes, in some five minutes.")
  private boolean quick;

  @CommandLine.Option(
      names = "--fresh",
      description = "Measure anew what an earlier self-test of this WAR has measured.")
  private boolean fresh;

  @CommandLine.Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the table as JSON as well.")
  private Path json;

  @CommandLine.Option(
      names = "--write-war",
      paramLabel = "FILE",
      description = "Write a slowed copy of the recorder's WAR and nothing else; see --slow.")
  private Path copy;

  @CommandLine.Option(
      names = "--slow",
      paramLabel = "WAY/KIND=AMOUNT",
      description = {
        "With --write-war: what the copy takes more for each message of a way in, such as"
            + " kryonet/cpu=200us. Ways: record, pages, kryonet, topic. Kinds: cpu, wait;"
            + " allocation, of bytes as in 8kB; lock, held so long while others wait;"
            + " tail, a wait of one message in fifty; leak, more by that for every ten thousand"
            + " messages. May be repeated."
      })
  private List<String> slowings = List.of();

  @CommandLine.Option(
      names = "--from",
      paramLabel = "WAR",
      description = "With --write-war: what is copied; default perf-app/target/recorder.war.")
  private Path original;

  @CommandLine.Mixin private EnvironmentOption environment;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path home = Path.of(System.getProperty("perf.home", ".")).toAbsolutePath().normalize();
    if (copy != null) {
      return writeCopy(home);
    }
    var rows =
        new GateProof(
                home,
                environment.given().orElse(null),
                quick,
                GateProofCommand::judge,
                spec.commandLine().getOut())
            .run(fresh);
    if (json != null) {
      Json.MAPPER.writeValue(json.toFile(), rows);
    }
    return rows.stream().anyMatch(row -> row.change() == 0 && row.red() > 0) ? Fault.BROKEN : 0;
  }

  private int writeCopy(Path home) {
    if (slowings.isEmpty()) {
      throw Fault.configuration(
          "--write-war takes at least one --slow WAY/KIND=AMOUNT: a copy that isn't slowed is the"
              + " WAR itself");
    }
    SlowedCopy.write(
        original == null ? home.resolve("perf-app/target/recorder.war") : original,
        slowings.stream().map(Slowing::parse).toList(),
        copy);
    spec.commandLine().getOut().println("Written: " + copy);
    return 0;
  }

  /** {@code ./perf gate} in this process: the same code from the same arguments. */
  private static int judge(Path folder, Path thresholds) {
    return new CommandLine(new GateCommand())
        .setOut(new PrintWriter(Writer.nullWriter()))
        .execute(folder.toString(), "--thresholds", thresholds.toString());
  }
}
