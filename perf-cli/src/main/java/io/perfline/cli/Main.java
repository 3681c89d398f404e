package io.perfline.cli;

import io.perfline.cli.baseline.BaselineCommand;
import io.perfline.cli.bisect.BisectCommand;
import io.perfline.cli.build.BuildCommand;
import io.perfline.cli.build.ServiceBuild;
import io.perfline.cli.mcp.McpCommand;
import io.perfline.cli.pipeline.BuildVersion;
import io.perfline.cli.pipeline.CiCommand;
import io.perfline.cli.pipeline.ConfirmCommand;
import io.perfline.cli.pipeline.Stages;
import io.perfline.cli.prove.ProveCommand;
import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.deploy.stack.StackCommand;
import io.perfline.deploy.tomcat.DeployCommand;
import io.perfline.gate.GateCommand;
import io.perfline.gate.TrendCommand;
import io.perfline.gate.imported.ImportCommand;
import io.perfline.gate.publish.PublishCommand;
import io.perfline.gate.report.CompareCommand;
import io.perfline.gate.report.ReportCommand;
import io.perfline.gate.why.WhyCommand;
import io.perfline.sims.capture.CaptureCommand;
import io.perfline.sims.drain.DrainCommand;
import io.perfline.sims.merge.MergeCommand;
import io.perfline.sims.run.RunCommand;
import io.perfline.sims.run.RunStage;
import io.perfline.sims.run.TryCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** {@code ./perfline}: the command, with a subcommand for each stage of the pipeline. */
@CommandLine.Command(
    name = "perfline",
    description = "Reports on every commit whether a service got slower.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "perfline COMMAND --help lists the options of a command.",
      "",
      "Exit codes: 0 pass (warnings included), 1 a threshold is exceeded,",
      "2 wrong usage or configuration, 3 no verdict."
    })
public final class Main implements Callable<Integer> {

  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    useOneFormat();
    System.exit(Command.run(command(), args));
  }

  /**
   * Makes output independent of the machine: numbers and dates without a locale's digits and
   * decimal comma, and UTF-8 even if {@code LANG} is unset, as in most containers.
   */
  static void useOneFormat() {
    Locale.setDefault(Locale.ROOT);
    System.setOut(utf8(FileDescriptor.out));
    System.setErr(utf8(FileDescriptor.err));
  }

  private static PrintStream utf8(FileDescriptor stream) {
    return new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
  }

  public static CommandLine command() {
    List<Section> sections = sections(Homes.project());
    CommandLine command = new CommandLine(new Main());
    sections.forEach(section -> section.commands().forEach(command::addSubcommand));
    command.addSubcommand(CommandLine.HelpCommand.class);
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> list(sections, help));
    version(command, new BuildVersion());
    return command
        .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
  }

  /**
   * The commands below a heading of the help.
   *
   * @param commands the commands or their classes
   */
  private record Section(String heading, List<Object> commands) {

    /** Returns the names of the commands. */
    List<String> names() {
      return commands.stream()
          .map(command -> command instanceof Class<?> type ? type : command.getClass())
          .map(type -> type.getAnnotation(CommandLine.Command.class).name())
          .toList();
    }
  }

  /** Returns every command except help, in the order of the help. */
  private static List<Section> sections(Path home) {
    TryCommand.Build build =
        (project, out) -> {
          if (project.service() != null && project.service().build() != null) {
            new ServiceBuild(project, out).here();
          }
        };
    GateCommand gate =
        new GateCommand(
            () ->
                RunStage.planned(
                    new ProjectOption().find(home).orElseGet(() -> Project.ofServers(home))));
    return List.of(
        new Section(
            "The whole pipeline:",
            List.of(InitCommand.class, new TryCommand(build), CiCommand.class, ProveCommand.class)),
        new Section(
            "Its stages, each of which can be repeated by itself:",
            List.of(
                BuildCommand.class,
                BaselineCommand.class,
                StackCommand.class,
                DeployCommand.class,
                new RunCommand(Stages.runStage()),
                DrainCommand.class,
                MergeCommand.class,
                ImportCommand.class,
                PublishCommand.class,
                gate,
                ConfirmCommand.class,
                WhyCommand.class,
                ReportCommand.class)),
        new Section(
            "Results of earlier runs:",
            List.of(CompareCommand.class, TrendCommand.class, BisectCommand.class)),
        new Section("Load from recorded traffic:", List.of(CaptureCommand.class)),
        new Section("For coding agents:", List.of(McpCommand.class)),
        new Section("The command itself:", List.of(CleanCommand.class, CompletionCommand.class)));
  }

  /** Returns the names of every listed command. */
  static List<String> listed() {
    return sections(Homes.project()).stream().flatMap(section -> section.names().stream()).toList();
  }

  private static void version(CommandLine command, BuildVersion built) {
    command.getCommandSpec().versionProvider(built);
    command.getSubcommands().values().forEach(each -> version(each, built));
  }

  /** Prints the commands if there is no subcommand. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return Fault.CONFIGURATION;
  }

  private static String list(List<Section> sections, Help help) {
    Map<String, CommandLine> commands = help.commandSpec().subcommands();
    return sections.stream()
        .map(
            section ->
                section.names().stream()
                    .map(name -> line(name, commands.get(name)))
                    .collect(Collectors.joining("", "%n%s%n".formatted(section.heading()), "")))
        .collect(Collectors.joining());
  }

  private static String line(String name, CommandLine command) {
    String[] description = command.getCommandSpec().usageMessage().description();
    return "  %-11s %s%n".formatted(name, String.format(description[0]));
  }
}
