package io.perfline.gate;

import io.perfline.core.command.Command;
import io.perfline.core.sample.TestMain;
import io.perfline.gate.imported.ImportCommand;
import io.perfline.gate.publish.PublishCommand;
import io.perfline.gate.report.CompareCommand;
import io.perfline.gate.report.ReportCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the gate in this process. */
final class GateProbe {

  /** Exit code and output. */
  record Ended(int code, String printed) {}

  private static final List<Class<?>> COMMANDS =
      List.of(
          GateCommand.class,
          ImportCommand.class,
          TrendCommand.class,
          PublishCommand.class,
          ReportCommand.class,
          CompareCommand.class);

  private GateProbe() {}

  static Ended perf(String... args) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    try {
      int code = Command.run(TestMain.perf(COMMANDS), args);
      return new Ended(code, bytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
