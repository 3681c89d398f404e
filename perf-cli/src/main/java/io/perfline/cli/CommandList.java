package io.perfline.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** The commands of {@code ./perf --help}: the pipeline, its stages, and what stands beside them. */
final class CommandList implements IHelpSectionRenderer {

  /** A heading and the commands below it. */
  private record Section(String heading, List<String> commands) {}

  private static final String STAGES =
      "build baseline stack deploy run drain merge import publish gate confirm why report";

  private static final List<Section> SECTIONS =
      List.of(
          new Section("The whole pipeline:", List.of("init", "try", "ci", "prove")),
          new Section(
              "Its stages, each of which can be repeated alone:", List.of(STAGES.split(" "))),
          new Section("Results of earlier runs:", List.of("compare", "trend", "bisect", "history")),
          new Section("Load from recorded traffic:", List.of("capture")),
          new Section("The command itself:", List.of("completion")));

  /** Every command that is listed. */
  static List<String> listed() {
    return SECTIONS.stream().flatMap(section -> section.commands().stream()).toList();
  }

  @Override
  public String render(Help help) {
    Map<String, CommandLine> commands = help.commandSpec().subcommands();
    return SECTIONS.stream()
        .map(
            section ->
                section.commands().stream()
                    .map(name -> line(name, commands.get(name)))
                    .collect(Collectors.joining("", "%n%s%n".formatted(section.heading()), "")))
        .collect(Collectors.joining());
  }

  private static String line(String name, CommandLine command) {
    String[] description = command.getCommandSpec().usageMessage().description();
    return "  %-11s %s%n".formatted(name, String.format(description[0]));
  }
}
