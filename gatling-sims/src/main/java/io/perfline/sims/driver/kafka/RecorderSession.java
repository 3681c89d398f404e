package io.perfline.sims.driver.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.Recordings;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Sends messages through the recorder: they are written to the recorder's input topic, and the
 * recorder returns their ids once they are stored.
 *
 * <p>A message's id identifies its request. The upper half contains 32 random bits of the case, 12
 * bits for the connection, and 20 bits for the message's position in its batch; the lower half is
 * the request's number.
 */
final class RecorderSession implements Session {

  private static final int MESSAGE_BITS = 20;
  private static final int CONNECTION_BITS = 12;
  private static final int MAX_CONNECTIONS = 1 << CONNECTION_BITS;
  private static final int MAX_MESSAGES = 1 << MESSAGE_BITS;
  private static final int ID_CHARACTERS = 36;

  private final Kafka kafka;
  private final CaseSettings settings;
  private final List<TopicPartition> partitions;
  private final List<String> messages;
  private final BatchPlan plan;
  private final int scope = new Random().nextInt();
  private final Map<Integer, RecorderConnection> connections = new ConcurrentHashMap<>();
  private final Acknowledgements acknowledgements;

  private RecorderSession(
      Kafka kafka, CaseSettings settings, List<TopicPartition> in, List<TopicPartition> answers) {
    this.kafka = kafka;
    this.settings = settings;
    partitions = in;
    Payloads payloads = new Payloads(settings.number(CaseSettings.MESSAGE_BYTES), scope);
    UUID service = UUID.randomUUID();
    messages =
        IntStream.range(0, payloads.count())
            .mapToObj(i -> Recordings.json(service, i, payloads.body(i)))
            .toList();
    plan = BatchPlan.of(settings.number(CaseSettings.BATCH_SIZE), messages.get(0).length());
    acknowledgements = new Acknowledgements(answers);
  }

  /**
   * Opens a session.
   *
   * @param in the recorder's input topic
   * @param acknowledgements the topic to which the recorder writes acknowledgements
   */
  static RecorderSession open(
      Kafka kafka, String in, String acknowledgements, CaseSettings settings)
      throws InterruptedException {
    if (settings.number("connections") > MAX_CONNECTIONS
        || settings.number(CaseSettings.BATCH_SIZE) > MAX_MESSAGES) {
      throw new DriverException(
          "through the recorder at most %d connections and batches of %d messages are possible"
              .formatted(MAX_CONNECTIONS, MAX_MESSAGES));
    }
    return new RecorderSession(
        kafka, settings, partitions(kafka, in), partitions(kafka, acknowledgements));
  }

  private static List<TopicPartition> partitions(Kafka kafka, String topic)
      throws InterruptedException {
    List<TopicPartition> partitions = TopicCount.partitions(kafka, topic);
    if (partitions.isEmpty()) {
      throw new DriverException(
          "Kafka at %s has no topic %s, which the recorder makes when it takes messages from Kafka: start it with RECORDER_KAFKA_IN=true and this Kafka"
              .formatted(kafka.bootstrap(), topic));
    }
    return partitions;
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    RecorderConnection connection = new RecorderConnection(index, listener);
    connections.put(index, connection);
    return connection;
  }

  /** Removes nothing: the stored messages belong to the recorder. */
  @Override
  public void close() {
    acknowledgements.close();
  }

  private long idHigh(int connection, int message) {
    return (long) scope << (MESSAGE_BITS + CONNECTION_BITS)
        | (long) connection << MESSAGE_BITS
        | message;
  }

  /**
   * A producer for the recorder's input topic. A batch succeeds when the recorder has stored it.
   */
  private final class RecorderConnection extends ProducerConnection {

    private final int index;
    private final RequestListener listener;
    private final int batchSize = settings.number(CaseSettings.BATCH_SIZE);
    private final long batchBytes = batchSize * settings.count(CaseSettings.MESSAGE_BYTES);
    private final Batch[] batches = new Batch[settings.number("in_flight")];

    /**
     * Copies of the messages for this connection, which writes ids into them. The producer copies
     * them again.
     */
    private final byte[][] bodies =
        messages.stream().map(text -> text.getBytes(US_ASCII)).toArray(byte[][]::new);

    private int nextBody;

    RecorderConnection(int index, RequestListener listener) {
      super(plan.producer(kafka, settings, index), index, partitions);
      this.index = index;
      this.listener = listener;
      for (int slot = 0; slot < batches.length; slot++) {
        batches[slot] = new Batch();
      }
    }

    void acknowledged(long request, int message) {
      listener.acknowledged(idHigh(index, message), request);
      batches[RequestListener.slot(request)].acknowledged(request, message);
    }

    @Override
    public void send(long request) {
      String unread = acknowledgements.failure;
      if (unread != null) {
        listener.failed(request, "acknowledgements unread: " + unread);
        return;
      }
      Batch batch = batches[RequestListener.slot(request)];
      batch.begin(request);
      TopicPartition target = nextPartition();
      // The whole batch has one timestamp, so that BatchPlan can compute the size of its records.
      Long time = System.currentTimeMillis();
      Integer partition = target.partition();
      Callback callback =
          (metadata, failure) -> {
            if (failure != null) {
              batch.failed(request, failure.getClass().getSimpleName());
            }
          };
      for (int i = 0; i < batchSize; i++) {
        byte[] body = body(i, request);
        try {
          var unused =
              producer.send(
                  new ProducerRecord<>(target.topic(), partition, time, null, body), callback);
        } catch (KafkaException e) {
          batch.failed(request, e.getClass().getSimpleName());
        }
        if (i < batchSize - 1 && batch.isOver(request)) {
          return; // every further message could block as long as this one
        }
      }
    }

    private byte[] body(int message, long request) {
      byte[] body = bodies[nextBody];
      nextBody = nextBody + 1 == bodies.length ? 0 : nextBody + 1;
      Recordings.writeId(body, Recordings.JSON_ID_AT, idHigh(index, message), request);
      return body;
    }

    /**
     * A batch in flight. It succeeds when the recorder has acknowledged each of its messages, and
     * fails when one of them could not be written.
     */
    private final class Batch {

      private final BitSet awaited = new BitSet(batchSize);
      private long request;
      private int pending;

      /** Starts the slot's next request; later responses to the previous one are ignored. */
      synchronized void begin(long number) {
        request = number;
        pending = batchSize;
        awaited.set(0, batchSize);
      }

      synchronized void acknowledged(long number, int message) {
        if (number == request && awaited.get(message)) {
          awaited.clear(message);
          pending--;
          if (pending == 0) {
            request = 0;
            listener.succeeded(number, batchSize, batchBytes);
          }
        }
      }

      synchronized void failed(long number, String kind) {
        if (number == request && number != 0) {
          request = 0;
          listener.failed(number, kind);
        }
      }

      synchronized boolean isOver(long number) {
        return number != request;
      }
    }
  }

  /** Reads the recorder's acknowledgements in a thread of its own. */
  private final class Acknowledgements implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ASSIGNMENT = Duration.ofSeconds(20);
    private static final long CLOSE_MILLIS = 5_000;
    private static final int MAX_RECORDS = 5_000;
    private static final int FETCH_WAIT_MILLIS = 50;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread = new Thread(this::run, "perfline-acknowledgements");
    private volatile boolean closed;

    /** The reason why reading has ended; null while it continues. */
    private volatile String failure;

    /** Starts reading at the current end of the topic. */
    Acknowledgements(List<TopicPartition> answers) {
      Map<String, Object> properties = KafkaAdmin.properties(kafka);
      properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
      properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_RECORDS);
      properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
      consumer =
          new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      try {
        consumer.assign(answers);
        consumer.seekToEnd(answers);
        // Fixes the position now, so that all later records are read.
        answers.forEach(partition -> consumer.position(partition, ASSIGNMENT));
      } catch (KafkaException e) {
        consumer.close();
        throw new DriverException("cannot read what the recorder acknowledges: " + e, e);
      }
      thread.setDaemon(true);
      thread.start();
    }

    private void run() {
      try {
        while (!closed) {
          for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            take(record.value());
          }
        }
      } catch (KafkaException e) {
        failure = e.getClass().getSimpleName();
      } finally {
        consumer.close();
      }
    }

    private void take(byte[] value) {
      if (value == null || value.length != ID_CHARACTERS) {
        return; // not an id, so the recorder did not write it
      }
      UUID id = UUID.fromString(new String(value, US_ASCII));
      long high = id.getMostSignificantBits();
      if ((int) (high >>> (MESSAGE_BITS + CONNECTION_BITS)) == scope) {
        RecorderConnection connection =
            connections.get((int) (high >>> MESSAGE_BITS) & (MAX_CONNECTIONS - 1));
        if (connection != null) {
          connection.acknowledged(id.getLeastSignificantBits(), (int) high & (MAX_MESSAGES - 1));
        }
      }
    }

    @Override
    public void close() {
      closed = true;
      try {
        thread.join(CLOSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
