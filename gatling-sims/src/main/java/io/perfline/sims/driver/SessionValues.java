package io.perfline.sims.driver;

import io.perfline.core.project.DataRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What the templates of a session stand for: its row of the data, and what its answers told. */
public final class SessionValues {

  private final DataRows data;
  private final SplittableRandom random;
  private final int connections;
  private final Map<String, String> saved = new HashMap<>();
  private final Map<String, String> cookies = new HashMap<>();
  private final Map<String, Integer> columns = new HashMap<>();
  private long next;
  private List<String> row = List.of();

  /**
   * @param data null when there are none
   * @param index of the connection; the rows of an order are shared out among all
   * @param connections how many there are
   */
  public SessionValues(DataRows data, int index, int connections, long seed) {
    this.data = data;
    this.connections = connections;
    next = index;
    random = new SplittableRandom(seed * 1_000_003 + index);
    for (int i = 0; data != null && i < data.columns().size(); i++) {
      columns.put(data.columns().get(i), i);
    }
  }

  /** Forgets all and takes the next row. */
  public void begin() {
    if (!saved.isEmpty()) {
      saved.clear();
    }
    if (!cookies.isEmpty()) {
      cookies.clear();
    }
    if (data != null) {
      takeRow();
    }
  }

  private void takeRow() {
    List<List<String>> rows = data.rows();
    switch (data.order()) {
      case RANDOM -> row = rows.get(random.nextInt(rows.size()));
      case IN_ORDER -> row = rows.get((int) (next % rows.size()));
      case ONCE -> row = next < rows.size() ? rows.get((int) next) : null;
    }
    next += connections;
  }

  /** Whether each row was had once and no session is to begin any more. */
  public boolean isUsedUp() {
    return row == null;
  }

  /** What a name stands for; empty for what wasn't saved. */
  public String value(String name) {
    String said = saved.get(name);
    Integer column = columns.get(name);
    return said != null ? said : column != null ? row.get(column) : "";
  }

  public void save(String name, String value) {
    saved.put(name, value);
  }

  /** The cookies that the server set in this session. */
  public Map<String, String> cookies() {
    return cookies;
  }

  public String uuid() {
    ByteText text = new ByteText();
    addUuid(text);
    return text.toString();
  }

  void addUuid(ByteText text) {
    long high = (random.nextLong() & ~0xf000L) | 0x4000L; // version 4
    long low = (random.nextLong() & ~(3L << 62)) | (1L << 63); // variant 2
    text.addUuid(high, low);
  }

  /** A visitor's time before a request: half to one and a half of the mean, evenly. */
  public long around(long meanNanos) {
    return meanNanos == 0 ? 0 : meanNanos / 2 + random.nextLong(meanNanos + 1);
  }
}
