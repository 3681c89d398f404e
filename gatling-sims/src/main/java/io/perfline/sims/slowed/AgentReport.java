package io.perfline.sims.slowed;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/**
 * The requests of one JVM with the agent.
 *
 * @param requests number of requests that came through an instrumented entry point
 * @param nanos how long they took there, together and without what was added
 * @param added nanoseconds or bytes that were added to them
 */
public record AgentReport(long requests, long nanos, long added) {

  /** How the name of a report begins; its end is that of the process. */
  public static final String PREFIX = "agent-";

  void write(Path file) throws IOException {
    Properties values = new Properties();
    values.setProperty("requests", Long.toString(requests));
    values.setProperty("nanos", Long.toString(nanos));
    values.setProperty("added", Long.toString(added));
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (OutputStream out = Files.newOutputStream(part)) {
      values.store(out, null);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Reads a report. */
  public static AgentReport read(Path file) throws IOException {
    Properties values = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      values.load(in);
    }
    return new AgentReport(
        Long.parseLong(values.getProperty("requests")),
        Long.parseLong(values.getProperty("nanos")),
        Long.parseLong(values.getProperty("added")));
  }

  /** Returns the sum of both. */
  public AgentReport and(AgentReport other) {
    return new AgentReport(requests + other.requests, nanos + other.nanos, added + other.added);
  }
}
