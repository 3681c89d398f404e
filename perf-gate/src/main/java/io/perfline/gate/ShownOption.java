package io.perfline.gate;

import io.perfline.core.command.Fault;
import picocli.CommandLine.Option;

/** The options {@code --all}, {@code --quiet} and {@code --json} of the commands that judge. */
public final class ShownOption {

  @Option(names = "--all", description = "Prints every limit in a table.")
  private boolean all;

  @Option(names = "--quiet", description = "Prints only the verdict, in one sentence.")
  private boolean quiet;

  @Option(names = "--json", description = "Prints only verdict.json.")
  private boolean json;

  /**
   * Returns which part of the verdict is printed.
   *
   * @throws Fault (configuration) if more than one option is given
   */
  public GateRequest.Shown part() {
    if (all ? quiet || json : quiet && json) {
      throw Fault.configuration("--all, --quiet and --json are mutually exclusive");
    }
    return json
        ? GateRequest.Shown.JSON
        : all
            ? GateRequest.Shown.TABLE
            : quiet ? GateRequest.Shown.SENTENCE : GateRequest.Shown.SUMMARY;
  }

  /** Returns whether nothing but the verdict is printed. */
  public boolean isVerdictAlone() {
    return quiet || json;
  }
}
