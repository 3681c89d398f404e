package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.Closeable;

/** A tool's file that is being read. */
interface ToolSource extends Closeable {

  /** Returns the file and the line that was read last. */
  String position();

  /** Describes what is wrong (no verdict) at the current position. */
  default Fault fault(String what) {
    return Fault.noVerdict(position() + ": " + what);
  }
}
