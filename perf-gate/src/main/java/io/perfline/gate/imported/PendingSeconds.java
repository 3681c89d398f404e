package io.perfline.gate.imported;

import io.perfline.core.run.Counts;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.TimeCounter;
import io.perfline.core.run.TimeDistribution;
import java.util.Arrays;
import java.util.Map;

/**
 * Sorts the requests of a case by second. Tools write requests almost, but not quite, in the order
 * in which they ended, so a second is written only when no more of its requests can follow. Until
 * then its times are stored as plain numbers, because a histogram for each second would take far
 * more memory.
 */
final class PendingSeconds implements AutoCloseable {

  /** The most seconds by which a request may be late in its file. */
  static final int GRACE = 60;

  private static final int SLOTS = 64;

  /** A second that has not been written yet. */
  private static final class Cell {
    private int requests;
    private long[] services = new long[16];
    private long[] responses = new long[16];
    private long bytes;
    private long errors;
    private int users;

    void clear() {
      requests = 0;
      bytes = 0;
      errors = 0;
      users = 0;
    }
  }

  private final RawMaterialWriter writer;
  private final TimeCounter service = new TimeCounter();
  private final TimeCounter response = new TimeCounter();
  private final Cell[] cells = new Cell[SLOTS];
  private int written;
  private int last;

  PendingSeconds(RawMaterialWriter writer) {
    this.writer = writer;
    for (int i = 0; i < SLOTS; i++) {
      cells[i] = new Cell();
    }
  }

  /**
   * Counts a request in the second in which it ended. If that second has already been written, the
   * request counts in the first second that has not.
   */
  void add(int second, ImportedSample sample) {
    while (second - written >= SLOTS) {
      write(1);
    }
    last = Math.max(last, second);
    Cell cell = cells[Math.max(second, written) % SLOTS];
    cell.users = Math.max(cell.users, sample.users());
    if (sample.error() != null) {
      cell.errors++;
      return;
    }
    if (cell.requests == cell.services.length) {
      cell.services = Arrays.copyOf(cell.services, 2 * cell.requests);
      cell.responses = Arrays.copyOf(cell.responses, 2 * cell.requests);
    }
    cell.services[cell.requests] = sample.serviceUs();
    cell.responses[cell.requests++] = sample.responseUs();
    cell.bytes += sample.bytes();
  }

  /**
   * Writes the seconds before {@code from} and leaves out those from {@code from} until {@code to},
   * in which no request ended.
   */
  void skip(int from, int to) {
    while (written < from) {
      write(1);
    }
    written = Math.max(written, to);
  }

  /**
   * Writes the remaining seconds and closes the file.
   *
   * @param seconds the length of the case in seconds
   */
  void end(double seconds) {
    while (written + 1 < seconds || written < last) {
      write(1);
    }
    write(Math.max(0.001, seconds - written));
    close();
  }

  private void write(double length) {
    Cell cell = cells[written % SLOTS];
    boolean services = fill(service, cell.services, cell.requests);
    boolean responses = fill(response, cell.responses, cell.requests);
    TimeDistribution responseTime = responses ? TimeDistribution.of(response.histogram()) : null;
    TimeDistribution serviceTime = services ? TimeDistribution.of(service.histogram()) : null;
    Counts counts =
        new Counts(
            cell.requests, cell.requests, cell.bytes, cell.errors, responseTime, serviceTime);
    writer.second(written, length, counts, cell.users, Map.of());
    cell.clear();
    written++;
  }

  private static boolean fill(TimeCounter counter, long[] times, int count) {
    if (count == 0 || times[0] == ImportedSample.UNKNOWN) {
      return false;
    }
    counter.reset();
    for (int i = 0; i < count; i++) {
      counter.record(times[i], 1);
    }
    return true;
  }

  @Override
  public void close() {
    writer.close();
  }
}
