package io.perfline.recorder.message;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.UUID;

/** What both ends of a Kryonet connection register, with ids that do not depend on the order. */
public final class MessageKryo {

  public static final int UUID_ID = 100;

  public static final int RECORDING_ID = 101;

  public static final int STORED_ID = 102;

  public static final int REFUSED_ID = 103;

  /** The largest data of one message unless another limit is given: 5 MiB. */
  public static final int MAX_DATA_BYTES = 5 * 1024 * 1024;

  /** The longest URL suffix, in characters. */
  public static final int MAX_URL_LENGTH = 8192;

  private MessageKryo() {}

  /** Registers the messages, reading data of at most {@link #MAX_DATA_BYTES}. */
  public static void register(Kryo kryo) {
    register(kryo, MAX_DATA_BYTES);
  }

  /**
   * Registers the messages; any class that is not registered is refused from here on.
   *
   * @param maxDataBytes the largest data that is read; more is a {@link
   *     com.esotericsoftware.kryo.KryoException} before anything is allocated
   */
  public static void register(Kryo kryo, int maxDataBytes) {
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    kryo.register(UUID.class, new UuidSerializer(), UUID_ID);
    kryo.register(Recording.class, new RecordingSerializer(maxDataBytes), RECORDING_ID);
    kryo.register(Stored.class, new StoredSerializer(), STORED_ID);
    kryo.register(Refused.class, new RefusedSerializer(), REFUSED_ID);
  }

  /** Of values that never change and are never null. */
  abstract static class FinalSerializer<T> extends Serializer<T> {
    FinalSerializer() {
      super(false, true);
    }
  }

  /** {@link Stored} as its id: 16 bytes. */
  private static final class StoredSerializer extends FinalSerializer<Stored> {

    @Override
    public void write(Kryo kryo, Output output, Stored stored) {
      UuidSerializer.put(output, stored.id());
    }

    @Override
    public Stored read(Kryo kryo, Input input, Class<? extends Stored> type) {
      return new Stored(UuidSerializer.take(input));
    }
  }
}
