package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./perfline stack up|down|status}. */
@CommandLine.Command(
    name = "stack",
    description = "Manages Tomcat, Kafka, Cassandra and InfluxDB as processes on 127.0.0.1.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Free ports are chosen unless one of these variables is set: PERF_TOMCAT_PORT,"
          + " PERF_KAFKA_PORT, PERF_CASSANDRA_PORT, PERF_INFLUXDB_PORT, PERF_KRYONET_PORT,"
          + " PERF_GRAFANA_PORT, PERF_REDIS_PORT, PERF_ETCD_PORT, PERF_ETCD_CLUSTER_PORT."
          + " PERF_RECORDER_STORE (kafka, cassandra or memory) and RECORDER_* are settings"
          + " of the recorder in the Tomcat, PERF_TOMCAT_HEAP_MIB is its heap,"
          + " PERF_TOMCAT_VERSION its version: 7 (the default; end of life), 9, 10.1 or"
          + " 11. Grafana is also started if it is on the PATH or GRAFANA_HOME names its folder."
    })
public final class StackCommand {

  @Spec private CommandSpec spec;

  private final Path home;
  private final Map<String, String> environment;

  /** Creates the command for {@code ./perfline}, with this process's project and environment. */
  public StackCommand() {
    this(Homes.project(), System.getenv());
  }

  StackCommand(Path home, Map<String, String> environment) {
    this.home = home.toAbsolutePath().normalize();
    this.environment = Map.copyOf(environment);
  }

  @CommandLine.Command(
      name = "up",
      description = {
        "Starts the servers that aren't running and waits until each one answers.",
        "Running servers are reused; crashed ones are restarted with the same ports" + " and data."
      },
      mixinStandardHelpOptions = true,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:every needed server answers",
        "2:wrong usage or configuration",
        "3:a server did not start; those that this command started were stopped"
      })
  int up(
      @Option(
              names = "--environment",
              paramLabel = "FILE",
              description =
                  "Starts only the servers whose stack variables it uses (default: those that"
                      + " perf.yml needs; without perf.yml, local.yml).")
          Path file,
      @Option(
              names = "--with",
              split = ",",
              paramLabel = "PART",
              description =
                  "Also starts second nodes on 127.0.0.2 (kafka-2, cassandra-2), redis, etcd, or"
                      + " a cluster of etcd-1, etcd-2 and etcd-3.")
          Set<String> with,
      @Option(
              names = "--file",
              paramLabel = "FILE",
              description =
                  "The perf.yml whose service the Tomcat runs: variables, users, server.xml"
                      + " (default: perf.yml here, if there is one).")
          Path project)
      throws InterruptedException {
    ProjectLock.releaseStack(home);
    stage().up(file, with == null ? Set.of() : with, project);
    return 0;
  }

  @CommandLine.Command(
      name = "down",
      description = {
        "Stops the servers that 'up' started.",
        "The data of Kafka, Cassandra and Tomcat are deleted; InfluxDB's history and"
            + " logs stay in .perf/stack."
      },
      mixinStandardHelpOptions = true,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:no server is running",
        "2:wrong usage",
        "3:a server could not be stopped, or its data could not be deleted"
      })
  int down() throws InterruptedException {
    stage().down();
    return 0;
  }

  @CommandLine.Command(
      name = "status",
      description = "Shows name, address, pid and state of each server.",
      mixinStandardHelpOptions = true,
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:all servers are up, not counting Grafana",
        "2:wrong usage or configuration",
        "3:a server is not up"
      })
  int status() throws InterruptedException {
    return stage().status() ? 0 : Fault.NO_VERDICT;
  }

  private StackStage stage() {
    return new StackStage(home, environment, spec.commandLine().getOut());
  }
}
