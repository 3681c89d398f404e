package io.perfline.cli;

import io.perfline.core.command.Command;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;

/** The stages of the pipeline, each called by the words that follow {@code ./perf}. */
@FunctionalInterface
public interface StageRunner {

  /** Runs one stage to its end in this process; returns its exit code. */
  int run(PrintWriter out, PrintWriter err, List<String> words);

  /** The commands themselves, with their messages and exit codes. */
  static StageRunner real() {
    return (out, err, words) -> {
      CommandLine command = Main.command().setOut(out).setErr(err);
      try {
        return Command.run(command, words.toArray(String[]::new));
      } finally {
        out.flush();
        err.flush();
      }
    };
  }
}
