package io.perfline.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./perfline completion}: prints a shell completion script. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the completion script for bash and zsh.",
      "Run it in the shell or in its start file: source <(perfline completion)"
    })
public final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(AutoComplete.bash("perfline", Main.command()));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
