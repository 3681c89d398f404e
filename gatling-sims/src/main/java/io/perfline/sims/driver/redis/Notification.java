package io.perfline.sims.driver.redis;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.perfline.recorder.message.MessageKryo;
import io.perfline.recorder.message.Recording;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/**
 * The format of a published message, which contains its connection, its request, and data. An
 * instance must not be shared between threads.
 *
 * <p>In Kryo's format it is a recorded message, whose id contains the connection and the request.
 * In the raw format both numbers precede the data.
 */
abstract class Notification {

  private static final int STATUS = 200;
  private static final int HEADER = Integer.BYTES + Long.BYTES;
  private static final int OVERHEAD = 128;

  /** The connection that sent the message that {@link #read} has read last. */
  int connection;

  /** The number of the request of the message that {@link #read} has read last. */
  long request;

  /** Returns the message in its wire format. */
  abstract byte[] write(int sender, long number, byte[] data);

  /** Reads the connection and the request of a message. */
  abstract void read(byte[] message);

  /** Returns the data of the message that {@link #read} has read last. */
  abstract byte[] data();

  static Notification of(String serialization) {
    return serialization.equals(RedisDriver.KRYO) ? new WithKryo() : new Raw();
  }

  private static final class Raw extends Notification {
    private byte[] read;

    @Override
    byte[] write(int sender, long number, byte[] data) {
      return ByteBuffer.allocate(HEADER + data.length)
          .putInt(sender)
          .putLong(number)
          .put(data)
          .array();
    }

    @Override
    void read(byte[] message) {
      ByteBuffer header = ByteBuffer.wrap(message);
      connection = header.getInt();
      request = header.getLong();
      read = message;
    }

    @Override
    byte[] data() {
      return Arrays.copyOfRange(read, HEADER, read.length);
    }
  }

  private static final class WithKryo extends Notification {
    private final Kryo kryo = new Kryo();
    private final Output output = new Output(OVERHEAD, -1);
    private final Input input = new Input();
    private final UUID service = UUID.randomUUID();
    private Recording read;

    WithKryo() {
      MessageKryo.register(kryo);
    }

    @Override
    byte[] write(int sender, long number, byte[] data) {
      output.reset();
      UUID id = new UUID(sender, number);
      kryo.writeObject(
          output, new Recording(id, service, "/orders", STATUS, System.currentTimeMillis(), data));
      return output.toBytes();
    }

    @Override
    void read(byte[] message) {
      input.setBuffer(message);
      read = kryo.readObject(input, Recording.class);
      connection = (int) read.id().getMostSignificantBits();
      request = read.id().getLeastSignificantBits();
    }

    @Override
    byte[] data() {
      return read.data();
    }
  }
}
