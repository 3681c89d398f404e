package io.perfline.gate;

import io.perfline.deploy.command.Command;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The command in this process. */
final class GateProbe {

  /** How it ended. */
  record Ended(int code, String printed) {}

  private GateProbe() {}

  static Ended perf(String... args) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    try {
      int code = Command.run(GateMain.command(), args);
      return new Ended(code, bytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
