package io.perfline.recorder.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import io.perfline.recorder.it.Stand.At;
import io.perfline.recorder.message.MessageKryo;
import io.perfline.recorder.store.kafka.KafkaRecord;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Sends seeded garbage while valid messages arrive. {@code -Drecorder.it.malformed=10000} sends
 * more.
 */
class MalformedInputIT {

  private static final int COUNT = Integer.getInteger("recorder.it.malformed", 1000);
  private static final long SEED = 20261121;
  private static final int MIB = 1024 * 1024;

  private final Random random = new Random(SEED);
  private Sender background;
  private Thread thread;

  @BeforeEach
  void sendValidMessagesInTheBackground() {
    Stand.ready(At.M);
    background = new HttpSender(Messages.of(System.nanoTime(), Integer.MAX_VALUE), At.M.path());
    thread = new Thread(background);
    thread.start();
  }

  @AfterEach
  void validMessagesWereTaken() throws InterruptedException {
    int before = background.acknowledgedCount();
    Stand.await(
        Duration.ofSeconds(20),
        "valid messages are still taken",
        () -> background.acknowledgedCount() > before + 100);
    background.stop();
    thread.join();
    assertThat(background.failure()).isNull();
    assertThat(Stand.isReady(At.M)).isTrue();
    assertThat(Stand.logs()).doesNotContain("OutOfMemoryError", "SEVERE: the ");
  }

  @Test
  void malformedHttpIsAnsweredWithoutAServerError() throws IOException {
    Footprint before = Footprint.of(Stand.tomcat().pid());
    int answered = 0;
    for (int i = 0; i < COUNT; i++) {
      RawResponse response = send(malformedRequest());
      if (response != null) {
        answered++;
        assertThat(response.status()).as(response.toString()).isBetween(200, 499);
      }
    }
    assertThat(answered).isGreaterThan(COUNT / 2);
    Footprint.awaitNotAbove(before, Stand.tomcat().pid());
  }

  private RawResponse send(byte[] request) {
    try (Socket socket = new Socket("127.0.0.1", Stand.tomcat().url().getPort())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      return RawResponse.read(new BufferedInputStream(socket.getInputStream()));
    } catch (IOException | RuntimeException e) {
      return null; // closed without a response or with a partial one, which is allowed for anything
      // but HTTP
    }
  }

  private byte[] malformedRequest() {
    byte[] body = Messages.json(Messages.of(SEED, 1000).get(random.nextInt(900)), false);
    String path = "/m/virtual-services/" + Messages.of(SEED, 1).vsId() + "/recordings";
    String type = "application/json";
    int length = body.length;
    switch (random.nextInt(7)) {
      case 0 -> flip(body, 1 + random.nextInt(8));
      case 1 -> body = Arrays.copyOf(body, random.nextInt(body.length));
      case 2 -> length = body.length + random.nextInt(100);
      case 3 -> type = "application/" + random.nextInt();
      case 4 -> path = path.substring(0, random.nextInt(path.length())) + "%" + random.nextInt(99);
      case 5 -> path += "?size=" + random.nextInt() + "&cursor=" + random.nextInt();
      default -> body = ("[".repeat(random.nextInt(5000)) + "{").getBytes(US_ASCII);
    }
    length = length == body.length || random.nextBoolean() ? length : body.length;
    byte[] head =
        ((random.nextInt(10) == 0 ? "GET " : "POST ")
                + path
                + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Type: "
                + type
                + "\r\nContent-Length: "
                + length
                + "\r\n\r\n")
            .getBytes(ISO_8859_1);
    if (random.nextInt(10) == 0) {
      flip(head, 2);
      // 501 and 505 are correct responses of Tomcat and not relevant here.
      String text = new String(head, ISO_8859_1);
      if (!text.contains(" HTTP/1.1\r\n") || text.contains("ransfer")) {
        head = text.replaceFirst(" [^ ]*\r\n", " HTTP/1.1\r\n").getBytes(ISO_8859_1);
      }
    }
    return ByteBuffer.allocate(head.length + body.length).put(head).put(body).array();
  }

  @Test
  void malformedKryonetClosesOnlyItsConnection() throws Exception {
    Messages messages = Messages.of(System.nanoTime(), 2000);
    KryonetSender valid = new KryonetSender(messages, At.M.kryonetPort);
    Thread sending = new Thread(valid);
    sending.start();
    Footprint before = Footprint.of(Stand.tomcat().pid());

    for (int i = 0; i < COUNT; i++) {
      try (Socket socket = new Socket("127.0.0.1", At.M.kryonetPort)) {
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(malformedFrame());
        if (random.nextBoolean()) {
          socket.shutdownOutput();
          readToTheEnd(socket);
        }
      } catch (IOException e) {
        assertThat(e).hasMessageNotContaining("Connection refused");
      }
    }

    sending.join(60_000);
    assertThat(valid.acknowledgedCount()).isEqualTo(messages.count());
    Footprint.awaitNotAbove(before, Stand.tomcat().pid());
  }

  private static void readToTheEnd(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[1024];
    int read = in.read(buffer);
    while (read >= 0) {
      read = in.read(buffer);
    }
  }

  private byte[] malformedFrame() {
    Kryo kryo = new Kryo();
    MessageKryo.register(kryo);
    Output output = new Output(1024, -1);
    kryo.writeClassAndObject(output, Messages.of(SEED, 1000).get(random.nextInt(900)));
    byte[] object = output.toBytes();
    int length = object.length;
    switch (random.nextInt(5)) {
      case 0 -> random.nextBytes(object);
      case 1 -> flip(object, 1 + random.nextInt(6));
      case 2 -> length = random.nextInt();
      case 3 -> length = 1 + random.nextInt(5 * MIB);
      default -> object[0] = (byte) random.nextInt(20); // another class, such as a string
    }
    ByteBuffer frames = ByteBuffer.allocate(4 + object.length);
    return frames.putInt(length).put(object).array();
  }

  @Test
  void malformedKafkaRecordsGoToTheDeadLetterTopic() throws Exception {
    Stand.ready(At.K);
    long deadBefore = end("dead-K");
    Messages valid = Messages.of(System.nanoTime(), 200);
    KafkaSender sender = new KafkaSender(valid, At.K);
    Thread sending = new Thread(sender);
    sending.start();
    int dead = 0;
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", Stand.bootstrap()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < COUNT; i++) {
        var unused = producer.send(malformedRecord());
        dead++;
      }
    }
    sending.join(60_000);
    assertThat(sender.acknowledgedCount()).isEqualTo(valid.count());
    long expected = deadBefore + dead;
    Stand.await(Duration.ofSeconds(30), "every one is dead", () -> end("dead-K") >= expected);
    assertThat(end("dead-K")).isEqualTo(expected);
  }

  private ProducerRecord<byte[], byte[]> malformedRecord() {
    var recording = Messages.of(SEED, 1000).get(random.nextInt(900));
    byte[] json = Messages.json(recording, true);
    return switch (random.nextInt(5)) {
      case 0 -> new ProducerRecord<>("in-K", null);
      case 1 -> new ProducerRecord<>("in-K", Messages.json(recording, false));
      case 2 -> new ProducerRecord<>("in-K", Arrays.copyOf(json, json.length - 1));
      case 3 -> {
        byte[] shortKey = new byte[random.nextInt(16)];
        yield new ProducerRecord<>(
            "in-K", null, shortKey, recording.data(), KafkaRecord.headers(recording));
      }
      default -> {
        var record = new ProducerRecord<>("in-K", KafkaRecord.key(recording), recording.data());
        record.headers().add(KafkaRecord.HEADER, new byte[random.nextInt(27)]);
        yield record;
      }
    };
  }

  private static long end(String topic) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", Stand.bootstrap()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      return consumer.endOffsets(partitions).values().stream().mapToLong(one -> one).sum();
    }
  }

  private void flip(byte[] bytes, int times) {
    for (int i = 0; i < times; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
  }
}
