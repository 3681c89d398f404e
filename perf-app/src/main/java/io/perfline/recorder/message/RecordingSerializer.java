package io.perfline.recorder.message;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;

/**
 * {@link Recording} as id (16 bytes), virtual service (16), status (variable), time (8), then URL
 * and data, each with its length in front.
 */
final class RecordingSerializer extends MessageKryo.FinalSerializer<Recording> {

  private final int maxDataBytes;

  RecordingSerializer(int maxDataBytes) {
    this.maxDataBytes = maxDataBytes;
  }

  @Override
  public void write(Kryo kryo, Output output, Recording recording) {
    UuidSerializer.put(output, recording.id());
    UuidSerializer.put(output, recording.vsId());
    output.writeVarInt(recording.status(), true);
    output.writeLong(recording.time());
    putUrl(output, recording.url());
    byte[] data = recording.data();
    output.writeVarInt(data.length, true);
    output.writeBytes(data, 0, data.length);
  }

  @Override
  public Recording read(Kryo kryo, Input input, Class<? extends Recording> type) {
    var id = UuidSerializer.take(input);
    var vsId = UuidSerializer.take(input);
    int status = input.readVarInt(true);
    long time = input.readLong();
    String url = takeUrl(input);
    byte[] data = input.readBytes(Lengths.take(input, "data", maxDataBytes));
    return new Recording(id, vsId, url, status, time, data);
  }

  private static void putUrl(Output output, String url) {
    byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MessageKryo.MAX_URL_LENGTH || !isVisibleAscii(bytes)) {
      throw new KryoException(
          "url is sent as at most " + MessageKryo.MAX_URL_LENGTH + " characters of visible ASCII");
    }
    output.writeVarInt(bytes.length, true);
    output.writeBytes(bytes, 0, bytes.length);
  }

  private static String takeUrl(Input input) {
    byte[] bytes = input.readBytes(Lengths.take(input, "url", MessageKryo.MAX_URL_LENGTH));
    if (!isVisibleAscii(bytes)) {
      throw new KryoException("url contains characters other than visible ASCII");
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static boolean isVisibleAscii(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0x21 || b > 0x7e) {
        return false;
      }
    }
    return true;
  }
}
