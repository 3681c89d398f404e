package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores the newest recordings in memory, up to a number and a size. It serves for trying the
 * recorder out, and as the upper bound in measurements. It answers on the sender's thread. The
 * newest recording is the one that arrived last.
 */
public final class MemoryStore implements Store {

  /** The size of a recording without its data and URL. */
  private static final long OVERHEAD_BYTES = 256;

  private final int maxMessages;
  private final long maxBytes;
  private final Map<UUID, Kept> kept = new LinkedHashMap<>();
  private long bytes;
  private long sequence;

  /** The number of messages and of their bytes that are kept at most. */
  public record Settings(int messages, long bytes) implements StoreSettings {

    /** Reads the settings; wrong ones become faults. */
    public static Settings read(SettingValues values) {
      return new Settings(
          values.number(SettingName.MEMORY_MESSAGES, 50_000, 1, 10_000_000),
          values.bytes(SettingName.MEMORY_BYTES, 32 << 20, 1024, 1L << 40));
    }

    @Override
    public Store open(RecorderSettings settings) {
      return new MemoryStore(messages, bytes);
    }
  }

  /** Creates an empty store; the oldest recordings are removed when a limit is exceeded. */
  public MemoryStore(int maxMessages, long maxBytes) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public void check() {
    // Memory is always available.
  }

  @Override
  public void store(Submission submission) {
    Recording recording = submission.recording();
    if (size(recording) > maxBytes) {
      submission.refuse(
          Refusal.tooLarge("the memory store contains " + maxBytes + " bytes in all"));
      return;
    }
    put(recording);
    submission.stored(RecordLocator.BY_ID);
  }

  private synchronized void put(Recording recording) {
    Kept before = kept.remove(recording.id());
    if (before != null) {
      bytes -= size(before.recording);
    }
    kept.put(recording.id(), new Kept(recording, ++sequence));
    bytes += size(recording);
    Iterator<Kept> oldest = null;
    while (kept.size() > maxMessages || bytes > maxBytes) {
      oldest = oldest == null ? kept.values().iterator() : oldest;
      bytes -= size(oldest.next().recording);
      oldest.remove();
    }
  }

  @Override
  public synchronized Optional<Recording> find(UUID vsId, UUID id, String locator) {
    return Optional.ofNullable(kept.get(id))
        .map(Kept::recording)
        .filter(recording -> recording.vsId().equals(vsId));
  }

  @Override
  public Page<RecordingSummary> list(UUID vsId, int size, String cursor) {
    long before = cursor.isEmpty() ? Long.MAX_VALUE : position(cursor);
    List<Kept> all = all();
    List<RecordingSummary> page = new ArrayList<>();
    String next = "";
    for (int i = all.size() - 1; i >= 0; i--) {
      Kept candidate = all.get(i);
      if (candidate.sequence < before && candidate.recording.vsId().equals(vsId)) {
        if (page.size() == size) {
          next = Long.toString(all.get(i).sequence + 1);
          break;
        }
        page.add(RecordingSummary.of(candidate.recording, RecordLocator.BY_ID.text()));
      }
    }
    return new Page<>(page, next);
  }

  @Override
  public Page<UUID> services(int size, String cursor) {
    long from = cursor.isEmpty() ? 0 : position(cursor);
    LinkedHashSet<UUID> services = new LinkedHashSet<>();
    all().forEach(one -> services.add(one.recording.vsId()));
    List<UUID> page = services.stream().skip(from).limit(size).toList();
    boolean more = services.size() > from + page.size();
    return new Page<>(page, more ? Long.toString(from + page.size()) : "");
  }

  @Override
  public synchronized void close(Duration limit) {
    kept.clear();
    bytes = 0;
  }

  private synchronized List<Kept> all() {
    return new ArrayList<>(kept.values());
  }

  private static long position(String cursor) {
    if (!cursor.matches("\\d{1,18}")) {
      throw new IllegalArgumentException("not a cursor of this list");
    }
    return Long.parseLong(cursor);
  }

  private static long size(Recording recording) {
    return recording.data().length + recording.url().length() + OVERHEAD_BYTES;
  }

  private record Kept(Recording recording, long sequence) {}
}
