package io.perfline.proof.slowed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Writes a line to a log, which begins anew when it is large. */
final class Log implements Slowdown {

  private static final int LARGE = 64 * 1024 * 1024;

  private final Logger logger = Logger.getAnonymousLogger();
  private final String line;

  /**
   * @param characters of a line
   */
  Log(long characters) {
    line = "x".repeat(Math.toIntExact(characters));
    logger.setUseParentHandlers(false);
    try {
      FileHandler file = new FileHandler("%t/slowed-%u.log", LARGE, 1);
      file.setFormatter(new SimpleFormatter());
      logger.addHandler(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a log", e);
    }
  }

  @Override
  public void take() {
    logger.info(line);
  }
}
