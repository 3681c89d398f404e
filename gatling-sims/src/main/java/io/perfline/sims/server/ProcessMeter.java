package io.perfline.sims.server;

/**
 * Reads the CPU time of a whole process on this machine; its threads and its memory stay unknown.
 *
 * @param why why nothing else of it can be read
 */
public record ProcessMeter(long pid, String why) implements CostMeter {

  @Override
  public CostReading read() {
    return new CostReading(null, null, ProcessCpu.microseconds(pid));
  }

  @Override
  public String source() {
    return "process %d; %s".formatted(pid, why);
  }

  @Override
  public void close() {}
}
