package io.perfline.sims.driver.kryonet;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.perfline.recorder.message.MessageKryo;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Serializes {@link Elements}: how many elements, the id, then key and value of each. */
final class ElementsSerializer extends Serializer<Elements> {
  /** Kryo's id of the class, none of the recorder's. */
  private static final int ID = 120;

  private static final int MOST = 1 << 20;

  /** A Kryo that knows these beside the recorder's messages. */
  static Kryo kryo() {
    Kryo kryo = new Kryo();
    MessageKryo.register(kryo);
    kryo.register(Elements.class, new ElementsSerializer(), ID);
    return kryo;
  }

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
