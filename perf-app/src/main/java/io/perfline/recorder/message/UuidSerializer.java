package io.perfline.recorder.message;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.UUID;

/** A UUID as its two halves, the most significant first: 16 bytes. */
final class UuidSerializer extends MessageKryo.FinalSerializer<UUID> {

  @Override
  public void write(Kryo kryo, Output output, UUID id) {
    put(output, id);
  }

  @Override
  public UUID read(Kryo kryo, Input input, Class<? extends UUID> type) {
    return take(input);
  }

  static void put(Output output, UUID id) {
    output.writeLong(id.getMostSignificantBits());
    output.writeLong(id.getLeastSignificantBits());
  }

  static UUID take(Input input) {
    return new UUID(input.readLong(), input.readLong());
  }
}
