package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.Page;
import io.perfline.recorder.core.RecordingSummary;
import io.perfline.recorder.core.StoreException;
import io.perfline.recorder.message.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;

/**
 * Reads recordings back. A topic has no index, so a list is read from the ends of its partitions
 * backwards, and one page looks at a bounded number of records: a page may hold fewer than asked
 * for, even none, and still name the next.
 */
final class KafkaRecordingReader {

  private static final int LOOKED_AT_PER_PAGE = 5000;

  private final String topic;
  private final KafkaClients clients;
  private KafkaConsumer<byte[], byte[]> consumer;
  private FirstServices first;
  private boolean closed;

  KafkaRecordingReader(String topic, KafkaClients clients) {
    this.topic = topic;
    this.clients = clients;
  }

  synchronized Optional<Recording> find(UUID vsId, UUID id, String locator) throws StoreException {
    return reading(
        () -> {
          BackwardReader reader = new BackwardReader(consumer(), topic);
          KafkaLocator at = locator.isEmpty() ? search(reader, id) : KafkaLocator.parse(locator);
          ConsumerRecord<byte[], byte[]> record = at == null ? null : reader.at(at);
          return Optional.ofNullable(record)
              .map(KafkaRecordingReader::recording)
              .filter(found -> found.id().equals(id) && found.vsId().equals(vsId));
        });
  }

  /** Where a recording is, looked for among the newest; null when it isn't there. */
  private static KafkaLocator search(BackwardReader reader, UUID id) {
    reader.fromEnd();
    for (int i = 0; i < LOOKED_AT_PER_PAGE; i++) {
      BackwardReader.Seen seen = reader.next();
      if (seen == null) {
        return null;
      }
      if (seen.summary() != null && seen.summary().id().equals(id)) {
        return seen.locator();
      }
    }
    return null;
  }

  synchronized Page<RecordingSummary> list(UUID vsId, int size, String cursor)
      throws StoreException {
    return reading(
        () -> {
          List<RecordingSummary> page = new ArrayList<>();
          String next =
              page(
                  reader(cursor),
                  summary -> {
                    if (summary.vsId().equals(vsId)) {
                      page.add(summary);
                    }
                    return page.size() < size;
                  });
          return new Page<>(page, next);
        });
  }

  /** The first page is kept until the topic changes: thousands of records are read for it. */
  synchronized Page<UUID> services(int size, String cursor) throws StoreException {
    return reading(
        () -> {
          BackwardReader reader = reader(ListedServices.places(cursor));
          if (!cursor.isEmpty()) {
            return services(size, cursor, reader);
          }
          List<?> extent = reader.extent();
          if (first == null || first.size() != size || !first.extent().equals(extent)) {
            first = new FirstServices(size, extent, services(size, cursor, reader));
          }
          return first.page();
        });
  }

  private static Page<UUID> services(int size, String cursor, BackwardReader reader) {
    List<UUID> page = new ArrayList<>();
    ListedServices listed = ListedServices.in(cursor);
    String next =
        page(
            reader,
            summary -> {
              if (listed.add(summary.vsId())) {
                page.add(summary.vsId());
              }
              return page.size() < size;
            });
    return new Page<>(page, listed.behind(next));
  }

  /** Stands where the cursor says, at the end without one. */
  private BackwardReader reader(String cursor) {
    BackwardReader reader = new BackwardReader(consumer(), topic);
    if (cursor.isEmpty()) {
      reader.fromEnd();
    } else {
      reader.from(cursor);
    }
    return reader;
  }

  /** Shows recordings to {@code wantsMore} while it does; returns the cursor of what follows. */
  private static String page(BackwardReader reader, Predicate<RecordingSummary> wantsMore) {
    for (int i = 0; i < LOOKED_AT_PER_PAGE; i++) {
      BackwardReader.Seen seen = reader.next();
      if (seen == null) {
        return "";
      }
      if (seen.summary() != null && !wantsMore.test(seen.summary())) {
        break;
      }
    }
    return reader.cursor();
  }

  private <T> T reading(Supplier<T> reading) throws StoreException {
    if (closed) {
      throw new StoreException("the recorder is stopping");
    }
    try {
      return reading.get();
    } catch (KafkaException e) {
      throw new StoreException("topic " + topic + " can't be read: " + e, e);
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    if (consumer == null) {
      consumer = clients.reader();
    }
    return consumer;
  }

  /** The recording that a record is, or null. */
  private static Recording recording(ConsumerRecord<byte[], byte[]> record) {
    return KafkaRecord.vsId(record.headers()) == null
        ? null
        : KafkaRecord.read(record.key(), record.headers(), record.value());
  }

  synchronized void close() {
    closed = true;
    if (consumer != null) {
      consumer.close();
      consumer = null;
    }
  }

  /** A first page of services, and of which extent of the topic. */
  private record FirstServices(int size, List<?> extent, Page<UUID> page) {}
}
