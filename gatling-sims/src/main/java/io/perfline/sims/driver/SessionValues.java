package io.perfline.sims.driver;

import io.perfline.core.project.DataRows;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The values of a session's templates: those of its row of data, and those saved from responses.
 */
public final class SessionValues {

  private final DataRows data;
  private final SplittableRandom random;
  private final SplittableRandom uuids; // Not repeated by the next load, even in the same service.
  private final Map<String, String> saved = new HashMap<>();
  private final Map<String, Integer> columns = new HashMap<>();
  private final RowNumbers numbers;
  private List<String> row = List.of();

  /**
   * @param data the rows of data; null for none
   * @param index the index of the connection
   * @param numbers the numbers of the sessions of all connections, which share the rows
   */
  public SessionValues(DataRows data, int index, RowNumbers numbers, long seed) {
    this.data = data;
    this.numbers = numbers;
    random = new SplittableRandom(seed * 1_000_003 + index);
    uuids = new SplittableRandom(new SecureRandom().nextLong());
    for (int i = 0; data != null && i < data.columns().size(); i++) {
      columns.put(data.columns().get(i), i);
    }
  }

  /** Starts a session with the next row and without any saved values. */
  public void begin() {
    if (!saved.isEmpty()) {
      saved.clear();
    }
    if (data != null) {
      takeRow();
    }
  }

  private void takeRow() {
    List<List<String>> rows = data.rows();
    long next = numbers.next();
    switch (data.order()) {
      case RANDOM -> row = rows.get(random.nextInt(rows.size()));
      case IN_ORDER -> row = rows.get((int) (next % rows.size()));
      case ONCE -> row = next < rows.size() ? rows.get((int) next) : null;
    }
  }

  /** Returns whether all rows have been used once, so that no further session can start. */
  public boolean isUsedUp() {
    return row == null;
  }

  /** Returns the value of a name; an empty text if no value was saved. */
  public String value(String name) {
    String value = saved.get(name);
    Integer column = columns.get(name);
    return value != null ? value : column != null ? row.get(column) : "";
  }

  public void save(String name, String value) {
    saved.put(name, value);
  }

  void addUuid(ByteText text) {
    long high = (uuids.nextLong() & ~0xf000L) | 0x4000L; // version 4
    long low = (uuids.nextLong() & ~(3L << 62)) | (1L << 63); // variant 2
    text.addUuid(high, low);
  }

  /**
   * Returns a random think time in nanoseconds, uniformly distributed between 0.5 and 1.5 times the
   * mean.
   */
  public long thinkTime(long meanNanos) {
    return meanNanos == 0 ? 0 : meanNanos / 2 + random.nextLong(meanNanos + 1);
  }
}
