package io.perfline.recorder.message;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;

/** {@link Refused} as its id, its kind and its detail, each text as length and UTF-8. */
final class RefusedSerializer extends MessageKryo.FinalSerializer<Refused> {

  private static final int MAX_KIND_BYTES = 64;
  private static final int MAX_DETAIL_BYTES = 4096;

  @Override
  public void write(Kryo kryo, Output output, Refused refused) {
    UuidSerializer.put(output, refused.id());
    putText(output, refused.kind(), MAX_KIND_BYTES);
    putText(output, refused.detail(), MAX_DETAIL_BYTES);
  }

  @Override
  public Refused read(Kryo kryo, Input input, Class<? extends Refused> type) {
    return new Refused(
        UuidSerializer.take(input),
        takeText(input, "kind", MAX_KIND_BYTES),
        takeText(input, "detail", MAX_DETAIL_BYTES));
  }

  /** A text too long is cut: it explains, and the explanation must never cost the reply. */
  private static void putText(Output output, String text, int maxBytes) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, maxBytes);
    output.writeVarInt(length, true);
    output.writeBytes(bytes, 0, length);
  }

  private static String takeText(Input input, String name, int maxBytes) {
    int length = Lengths.take(input, name, maxBytes);
    return new String(input.readBytes(length), StandardCharsets.UTF_8);
  }
}
