package io.perfline.sims.driver.kryonet;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.perfline.recorder.message.MessageKryo;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The message of the published measurement: an id and a map of elements, each of which has 16 bytes
 * when serialized. Only the bare peer supports it; the recorder has its own message.
 */
record Elements(UUID id, Map<Long, Long> elements) {
  /** The serialized size of the id and of each element. */
  static final int ENTRY_BYTES = 16;

  /** Kryo's id of the class, which the recorder does not use. */
  private static final int ID = 120;

  /** Returns the serialized length in bytes: 48 with 2 elements, 3216 with 200. */
  static int bytes(int elements) {
    return ENTRY_BYTES * (1 + elements);
  }

  /** Returns a map of elements, which messages may share. */
  static Map<Long, Long> map(int elements) {
    Map<Long, Long> map = new HashMap<>();
    for (long key = 0; key < elements; key++) {
      map.put(key, ~key);
    }
    return map;
  }

  /** Returns a Kryo instance for these messages and those of the recorder. */
  static Kryo kryo() {
    Kryo kryo = new Kryo();
    MessageKryo.register(kryo);
    kryo.register(Elements.class, new ElementsSerializer(), ID);
    return kryo;
  }

  /** Writes {@link Elements} as the number of elements, the id, and each key with its value. */
  private static final class ElementsSerializer extends Serializer<Elements> {
    private static final int MAX_ELEMENTS = 1 << 20;

    @Override
    public void write(Kryo kryo, Output output, Elements message) {
      output.writeVarInt(message.elements().size(), true);
      output.writeLong(message.id().getMostSignificantBits());
      output.writeLong(message.id().getLeastSignificantBits());
      for (Map.Entry<Long, Long> element : message.elements().entrySet()) {
        output.writeLong(element.getKey());
        output.writeLong(element.getValue());
      }
    }

    @Override
    public Elements read(Kryo kryo, Input input, Class<? extends Elements> type) {
      int size = Math.min(MAX_ELEMENTS, input.readVarInt(true));
      UUID id = new UUID(input.readLong(), input.readLong());
      Map<Long, Long> elements = new HashMap<>(2 * size);
      for (int i = 0; i < size; i++) {
        elements.put(input.readLong(), input.readLong());
      }
      return new Elements(id, elements);
    }
  }
}
