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
 * The message of the published measurement: an id and a map of elements, of 16 bytes each when
 * serialized. Only the bare peer knows it; the recorder has a message of its own.
 */
record Elements(UUID id, Map<Long, Long> elements) {
  /** What the id takes, and every element, in bytes. */
  static final int ENTRY_BYTES = 16;

  /** Kryo's id of the class, none of the recorder's. */
  private static final int ID = 120;

  /** The serialized length with so many elements: 48 bytes with 2, 3216 with 200. */
  static int bytes(int elements) {
    return ENTRY_BYTES * (1 + elements);
  }

  /** A map for messages: they may share it. */
  static Map<Long, Long> map(int elements) {
    Map<Long, Long> map = new HashMap<>();
    for (long key = 0; key < elements; key++) {
      map.put(key, ~key);
    }
    return map;
  }

  /** A Kryo that knows these beside the recorder's messages. */
  static Kryo kryo() {
    Kryo kryo = new Kryo();
    MessageKryo.register(kryo);
    kryo.register(Elements.class, new ElementsSerializer(), ID);
    return kryo;
  }

  /** Serializes {@link Elements}: how many elements, the id, then key and value of each. */
  private static final class ElementsSerializer extends Serializer<Elements> {
    private static final int MOST = 1 << 20;

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
      int size = Math.min(MOST, input.readVarInt(true));
      UUID id = new UUID(input.readLong(), input.readLong());
      Map<Long, Long> elements = new HashMap<>(2 * size);
      for (int i = 0; i < size; i++) {
        elements.put(input.readLong(), input.readLong());
      }
      return new Elements(id, elements);
    }
  }
}
