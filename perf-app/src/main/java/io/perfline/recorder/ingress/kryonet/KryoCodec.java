package io.perfline.recorder.ingress.kryonet;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.KryoSerialization;
import io.perfline.recorder.message.MessageKryo;
import io.perfline.recorder.message.Recording;

/**
 * Converts Kryonet's objects to bytes and back: a length of four bytes, then Kryo's class id and
 * the object. It reads only the classes that a client of the recorder needs; others, such as
 * strings, could cause large allocations before anything checks them. This class is not
 * thread-safe.
 */
final class KryoCodec {

  static final int LENGTH_BYTES = 4;

  /** The maximum size in bytes of a frame without its data: ids, URL and lengths. */
  private static final int FRAME_OVERHEAD_BYTES = MessageKryo.MAX_URL_LENGTH + 128;

  private static final int KRYO_CLASS_OFFSET = 2;

  private final Kryo kryo = new Kryo();
  private final Input input = new Input();
  private final int maxFrameBytes;
  private final int keepAlive;
  private final int ping;

  KryoCodec(int maxDataBytes) {
    kryo.setClassLoader(KryoCodec.class.getClassLoader());
    MessageKryo.register(kryo, maxDataBytes);
    new KryoSerialization(kryo); // registers the framework's own messages
    keepAlive = kryo.getRegistration(FrameworkMessage.KeepAlive.class).getId();
    ping = kryo.getRegistration(FrameworkMessage.Ping.class).getId();
    maxFrameBytes = maxDataBytes + FRAME_OVERHEAD_BYTES;
  }

  /** Returns the maximum size of a frame in bytes, without its length field. */
  int maxFrameBytes() {
    return maxFrameBytes;
  }

  /**
   * Reads one object.
   *
   * @return a Recording or a Ping; null for an object that needs no answer
   * @throws RuntimeException if the class is not allowed or the length is wrong
   */
  Object read(byte[] buffer, int offset, int length) {
    input.setBuffer(buffer, offset, length);
    input.setLimit(offset + length);
    int type = input.readVarInt(true) - KRYO_CLASS_OFFSET;
    Object object;
    if (type == MessageKryo.RECORDING_ID) {
      object = kryo.readObject(input, Recording.class);
    } else if (type == ping) {
      object = kryo.readObject(input, FrameworkMessage.Ping.class);
    } else if (type == keepAlive) {
      object = null;
    } else {
      throw new IllegalArgumentException("class " + type + " can't be sent to the recorder");
    }
    if (input.position() != offset + length) {
      throw new IllegalArgumentException("the object is shorter than its frame");
    }
    return object;
  }

  /** Appends one object with its length. */
  void write(Output output, Object object) {
    int start = output.position();
    output.writeInt(0);
    kryo.writeClassAndObject(output, object);
    int length = output.position() - start - LENGTH_BYTES;
    byte[] buffer = output.getBuffer();
    buffer[start] = (byte) (length >> 24);
    buffer[start + 1] = (byte) (length >> 16);
    buffer[start + 2] = (byte) (length >> 8);
    buffer[start + 3] = (byte) length;
  }
}
