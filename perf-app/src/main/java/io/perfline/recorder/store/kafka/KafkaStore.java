package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.Page;
import io.perfline.recorder.core.RecorderSettings;
import io.perfline.recorder.core.RecordingSummary;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.SettingValues;
import io.perfline.recorder.core.SettingsReader;
import io.perfline.recorder.core.Store;
import io.perfline.recorder.core.StoreException;
import io.perfline.recorder.core.StoreSettings;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Stores recordings in a Kafka topic. Kafka's producer makes the micro-batches, so a message is
 * passed to it on its sender's thread. A message is stored when all in-sync replicas have it. The
 * newest recording is the one that was written last.
 *
 * <p>A topic has no index, so a list is read backwards from the ends of its partitions, and one
 * page reads a limited number of records. A page may therefore contain fewer recordings than
 * requested, even none, and still have a next page.
 */
public final class KafkaStore implements Store {

  private static final int READ_PER_PAGE = 5000;

  private final String topic;
  private final KafkaClients clients;
  private final KafkaTopics topics;

  private volatile KafkaProducer<byte[], byte[]> producer;
  private KafkaConsumer<byte[], byte[]> consumer;
  private FirstServices first;
  private boolean closed;

  /** The connection to Kafka, which the ingress may share. */
  public record Settings(Optional<RecorderSettings.Kafka> kafka) implements StoreSettings {

    /** Reads the settings; wrong ones become faults. */
    public static Settings read(SettingValues values) {
      return new Settings(Optional.of(SettingsReader.kafka(values)));
    }

    @Override
    public Store open(RecorderSettings settings) {
      return new KafkaStore(settings);
    }
  }

  /** Creates the store, which connects to Kafka on the first check. */
  private KafkaStore(RecorderSettings settings) {
    RecorderSettings.Kafka kafka = settings.kafka().orElseThrow();
    this.topic = kafka.topic();
    this.clients = new KafkaClients(settings);
    this.topics = new KafkaTopics(kafka, clients);
  }

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public void check() throws StoreException {
    if (!topics.require(List.of(topic)).isEmpty()) {
      forgetServices();
    }
    if (producer == null) {
      producer = connect();
    }
  }

  private synchronized void forgetServices() {
    first = null;
  }

  /**
   * Returns a producer that has already fetched the topic's metadata, because it does not wait for
   * metadata when it sends.
   */
  private KafkaProducer<byte[], byte[]> connect() throws StoreException {
    KafkaProducer<byte[], byte[]> connecting = clients.recordings();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (true) {
      try {
        connecting.partitionsFor(topic);
        return connecting;
      } catch (KafkaException e) {
        if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
          connecting.close(Duration.ZERO);
          throw new StoreException(
              "the producer can't read the metadata of Kafka's topic " + topic, e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }
  }

  @Override
  public void store(Submission submission) {
    Recording recording = submission.recording();
    try {
      // The callback receives every result of the future.
      var unused =
          producer.send(
              new ProducerRecord<>(
                  topic,
                  null,
                  KafkaRecord.key(recording),
                  recording.data(),
                  KafkaRecord.headers(recording)),
              (metadata, failure) -> answer(submission, metadata, failure));
    } catch (KafkaException | IllegalStateException e) {
      submission.refuse(refusal(e));
    }
  }

  private void answer(Submission submission, RecordMetadata metadata, Exception failure) {
    if (failure == null) {
      submission.stored(new KafkaLocator(metadata.partition(), metadata.offset()));
    } else {
      submission.refuse(refusal(failure));
    }
  }

  private static Refusal refusal(Exception failure) {
    if (failure instanceof RecordTooLargeException) {
      return Refusal.tooLarge("Kafka accepts no message of this size: " + failure.getMessage());
    }
    if (failure instanceof TimeoutException) {
      return Refusal.timeout("Kafka has not answered in time: " + failure.getMessage());
    }
    return Refusal.unavailable("Kafka has not stored the message: " + failure);
  }

  @Override
  public synchronized Optional<Recording> find(UUID vsId, UUID id, String locator)
      throws StoreException {
    return reading(
        () -> {
          BackwardReader reader = new BackwardReader(consumer(), topic);
          KafkaLocator at = locator.isEmpty() ? search(reader, id) : KafkaLocator.parse(locator);
          ConsumerRecord<byte[], byte[]> record = at == null ? null : reader.at(at);
          return Optional.ofNullable(record)
              .map(KafkaStore::recording)
              .filter(found -> found.id().equals(id) && found.vsId().equals(vsId));
        });
  }

  /**
   * Returns the locator of a recording; null if there is none.
   *
   * @throws IllegalArgumentException if it is not one of the newest records, and there are older
   *     ones
   */
  private static KafkaLocator search(BackwardReader reader, UUID id) {
    reader.fromEnd();
    for (int i = 0; i < READ_PER_PAGE; i++) {
      BackwardReader.RecordHead head = reader.next();
      if (head == null) {
        return null;
      }
      if (head.summary() != null && head.summary().id().equals(id)) {
        return head.locator();
      }
    }
    if (reader.next() == null) {
      return null;
    }
    throw new IllegalArgumentException(
        "the recording is not one of the newest %d: add the parameter 'at', as in its Location and in the list"
            .formatted(READ_PER_PAGE));
  }

  @Override
  public synchronized Page<RecordingSummary> list(UUID vsId, int size, String cursor)
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

  /**
   * Returns a page of services. The first page is cached until the topic changes, because it
   * requires reading thousands of records.
   */
  @Override
  public synchronized Page<UUID> services(int size, String cursor) throws StoreException {
    return reading(
        () -> {
          BackwardReader reader = reader(ListedServices.positions(cursor));
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
    return new Page<>(page, listed.cursor(next));
  }

  /** Returns a reader at the cursor's position, or at the end without a cursor. */
  private BackwardReader reader(String cursor) {
    BackwardReader reader = new BackwardReader(consumer(), topic);
    if (cursor.isEmpty()) {
      reader.fromEnd();
    } else {
      reader.from(cursor);
    }
    return reader;
  }

  /**
   * Passes recordings to {@code wantsMore} until it returns false or a limit is reached, and
   * returns the cursor of the next page.
   */
  private static String page(BackwardReader reader, Predicate<RecordingSummary> wantsMore) {
    for (int i = 0; i < READ_PER_PAGE; i++) {
      BackwardReader.RecordHead head = reader.next();
      if (head == null) {
        return "";
      }
      if (head.summary() != null && !wantsMore.test(head.summary())) {
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

  /** Returns the recording in a record; null if there is none. */
  private static Recording recording(ConsumerRecord<byte[], byte[]> record) {
    return KafkaRecord.vsId(record.headers()) == null
        ? null
        : KafkaRecord.read(record.key(), record.headers(), record.value());
  }

  /** The first page of services, with the offsets of the topic at that time. */
  private record FirstServices(int size, List<?> extent, Page<UUID> page) {}

  @Override
  public void close(Duration limit) {
    if (producer != null) {
      producer.close(limit);
    }
    synchronized (this) {
      closed = true;
      if (consumer != null) {
        consumer.close();
        consumer = null;
      }
    }
    topics.close();
  }

  /**
   * The services that earlier pages have listed, because any service can have older records in a
   * topic. The cursor contains 48 of the 122 random bits of each service's id, which is enough to
   * distinguish some thousands of services. If there are more than 100 services, the first ones are
   * dropped and may be listed again.
   */
  static final class ListedServices {

    /** Separates the positions in the partitions from the services in a cursor. */
    private static final char SEPARATOR = '~';

    private static final int MAX_SERVICES = 100;
    private static final int BYTES = 6;
    private static final int LETTERS = 8;

    private final Set<String> listed = new LinkedHashSet<>();

    private ListedServices() {}

    static ListedServices in(String cursor) {
      ListedServices services = new ListedServices();
      int separator = cursor.indexOf(SEPARATOR);
      for (int at = separator + 1;
          separator >= 0 && at + LETTERS <= cursor.length();
          at += LETTERS) {
        services.listed.add(cursor.substring(at, at + LETTERS));
      }
      return services;
    }

    /** Returns a cursor without the services: the position in each partition. */
    static String positions(String cursor) {
      int separator = cursor.indexOf(SEPARATOR);
      return separator < 0 ? cursor : cursor.substring(0, separator);
    }

    /** Adds a service; returns false if it was listed before. */
    boolean add(UUID service) {
      return listed.add(name(service));
    }

    /** Returns the cursor of the next page; empty if there is none. */
    String cursor(String places) {
      List<String> all = new ArrayList<>(listed);
      return places.isEmpty()
          ? ""
          : places
              + SEPARATOR
              + String.join("", all.subList(Math.max(0, all.size() - MAX_SERVICES), all.size()));
    }

    private static String name(UUID service) {
      long bits = service.getMostSignificantBits() ^ service.getLeastSignificantBits();
      byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(bits).array();
      return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(bytes, BYTES));
    }
  }
}
