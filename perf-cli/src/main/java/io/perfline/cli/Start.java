package io.perfline.cli;

/**
 * Starts {@link Main}. This class needs no library, so an incomplete installation ends with exit
 * code 3 (no verdict) instead of Java's own exit code 1, which would mean an exceeded threshold.
 */
public final class Start {

  private Start() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    try {
      Main.main(args);
    } catch (LinkageError e) {
      System.err.printf(
          "perfline: this installation is incomplete (%s): unpack or build perfline again%n", e);
      System.exit(3); // the constant is in another jar, which may be missing
    }
  }
}
