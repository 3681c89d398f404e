package io.perfline.sims.slowed;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/**
 * The measurements of the agent in one JVM.
 *
 * @param requests the number of requests through an instrumented entry point
 * @param nanos the mean duration of the latest requests in nanoseconds, without the added cost
 * @param cpuNanos their mean CPU time in nanoseconds
 * @param bytes their mean allocation in bytes
 * @param added the nanoseconds or bytes that were added to all requests together
 */
public record AgentReport(long requests, double nanos, double cpuNanos, double bytes, long added) {

  /** The prefix of a report's file name, which the process id follows. */
  public static final String PREFIX = "agent-";

  /** The report of a JVM without requests. */
  public static final AgentReport NONE = new AgentReport(0, 0, 0, 0, 0);

  void write(Path file) throws IOException {
    Properties values = new Properties();
    values.setProperty("requests", Long.toString(requests));
    values.setProperty("nanos", Double.toString(nanos));
    values.setProperty("cpu_nanos", Double.toString(cpuNanos));
    values.setProperty("bytes", Double.toString(bytes));
    values.setProperty("added", Long.toString(added));
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (OutputStream out = Files.newOutputStream(part)) {
      values.store(out, null);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  public static AgentReport read(Path file) throws IOException {
    Properties values = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      values.load(in);
    }
    return new AgentReport(
        Long.parseLong(values.getProperty("requests")),
        Double.parseDouble(values.getProperty("nanos")),
        Double.parseDouble(values.getProperty("cpu_nanos")),
        Double.parseDouble(values.getProperty("bytes")),
        Long.parseLong(values.getProperty("added")));
  }

  /**
   * Returns a report with the sums of both reports, and with the means over the requests of both.
   */
  public AgentReport and(AgentReport other) {
    return new AgentReport(
        requests + other.requests,
        mean(nanos, other, other.nanos),
        mean(cpuNanos, other, other.cpuNanos),
        mean(bytes, other, other.bytes),
        added + other.added);
  }

  private double mean(double own, AgentReport other, double others) {
    long all = requests + other.requests;
    return all == 0 ? 0 : (own * requests + others * other.requests) / all;
  }
}
