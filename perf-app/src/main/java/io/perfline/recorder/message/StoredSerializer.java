package io.perfline.recorder.message;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** {@link Stored} as its id: 16 bytes. */
final class StoredSerializer extends FinalSerializer<Stored> {

  @Override
  public void write(Kryo kryo, Output output, Stored stored) {
    UuidSerializer.put(output, stored.id());
  }

  @Override
  public Stored read(Kryo kryo, Input input, Class<? extends Stored> type) {
    return new Stored(UuidSerializer.take(input));
  }
}
