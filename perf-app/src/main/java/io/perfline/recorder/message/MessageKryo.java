package io.perfline.recorder.message;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Registers the message classes with the Kryo instance at either end of a Kryonet connection. Their
 * ids do not depend on the order of registration.
 */
public final class MessageKryo {

  public static final int UUID_ID = 100;
  public static final int RECORDING_ID = 101;
  public static final int STORED_ID = 102;
  public static final int REFUSED_ID = 103;

  /** The default limit for the data of one message: 5 MiB. */
  public static final int MAX_DATA_BYTES = 5 * 1024 * 1024;

  /** The maximum length of the URL suffix, in characters. */
  public static final int MAX_URL_LENGTH = 8192;

  private static final int MAX_KIND_BYTES = 64;
  private static final int MAX_DETAIL_BYTES = 4096;

  private MessageKryo() {}

  /** Registers the message classes with the limit {@link #MAX_DATA_BYTES}. */
  public static void register(Kryo kryo) {
    register(kryo, MAX_DATA_BYTES);
  }

  /**
   * Registers the message classes. From then on, Kryo refuses every class that is not registered.
   *
   * @param maxDataBytes the maximum size of data that is read; larger data causes a {@link
   *     KryoException} before memory is allocated
   */
  public static void register(Kryo kryo, int maxDataBytes) {
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    kryo.register(UUID.class, new UuidSerializer(), UUID_ID);
    kryo.register(Recording.class, new RecordingSerializer(maxDataBytes), RECORDING_ID);
    kryo.register(Stored.class, new StoredSerializer(), STORED_ID);
    kryo.register(Refused.class, new RefusedSerializer(), REFUSED_ID);
  }

  private static void putId(Output output, UUID id) {
    output.writeLong(id.getMostSignificantBits());
    output.writeLong(id.getLeastSignificantBits());
  }

  private static UUID takeId(Input input) {
    return new UUID(input.readLong(), input.readLong());
  }

  private static void putBytes(Output output, byte[] bytes, int length) {
    output.writeVarInt(length, true);
    output.writeBytes(bytes, 0, length);
  }

  /**
   * Reads a length and then this number of bytes.
   *
   * @throws KryoException if the length is negative, above {@code max}, or more than the remaining
   *     input; nothing is allocated then
   */
  private static byte[] takeBytes(Input input, String what, int max) {
    int length = input.readVarInt(true);
    if (length < 0 || length > max) {
      throw new KryoException(what + " of " + length + " bytes; at most " + max + " are allowed");
    }
    try {
      if (length > input.available()) {
        throw new KryoException(what + " of " + length + " bytes in a message that ends before");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("asking the input how many bytes are left", e);
    }
    return input.readBytes(length);
  }

  /** A serializer of immutable values that are never null. */
  private abstract static class FinalSerializer<T> extends Serializer<T> {

    FinalSerializer() {
      super(false, true);
    }
  }

  /** Writes a UUID as 16 bytes, the most significant half first. */
  private static final class UuidSerializer extends FinalSerializer<UUID> {

    @Override
    public void write(Kryo kryo, Output output, UUID id) {
      putId(output, id);
    }

    @Override
    public UUID read(Kryo kryo, Input input, Class<? extends UUID> type) {
      return takeId(input);
    }
  }

  /**
   * Writes a {@link Recording} as id (16 bytes), virtual service (16), status (variable length),
   * time (8), URL and data; the last two are preceded by their lengths.
   */
  private static final class RecordingSerializer extends FinalSerializer<Recording> {

    private final int maxDataBytes;

    RecordingSerializer(int maxDataBytes) {
      this.maxDataBytes = maxDataBytes;
    }

    @Override
    public void write(Kryo kryo, Output output, Recording recording) {
      putId(output, recording.id());
      putId(output, recording.vsId());
      output.writeVarInt(recording.status(), true);
      output.writeLong(recording.time());
      byte[] url = recording.url().getBytes(StandardCharsets.UTF_8);
      if (url.length > MAX_URL_LENGTH || !isVisibleAscii(url)) {
        throw new KryoException(
            "url is sent as at most " + MAX_URL_LENGTH + " characters of visible ASCII");
      }
      putBytes(output, url, url.length);
      putBytes(output, recording.data(), recording.data().length);
    }

    @Override
    public Recording read(Kryo kryo, Input input, Class<? extends Recording> type) {
      UUID id = takeId(input);
      UUID vsId = takeId(input);
      int status = input.readVarInt(true);
      long time = input.readLong();
      byte[] url = takeBytes(input, "url", MAX_URL_LENGTH);
      if (!isVisibleAscii(url)) {
        throw new KryoException("url contains characters other than visible ASCII");
      }
      byte[] data = takeBytes(input, "data", maxDataBytes);
      return new Recording(
          id, vsId, new String(url, StandardCharsets.ISO_8859_1), status, time, data);
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

  /** Writes a {@link Stored} as the 16 bytes of its id. */
  private static final class StoredSerializer extends FinalSerializer<Stored> {

    @Override
    public void write(Kryo kryo, Output output, Stored stored) {
      putId(output, stored.id());
    }

    @Override
    public Stored read(Kryo kryo, Input input, Class<? extends Stored> type) {
      return new Stored(takeId(input));
    }
  }

  /**
   * Writes a {@link Refused} as id, kind and detail. Each text is written as its length and UTF-8.
   */
  private static final class RefusedSerializer extends FinalSerializer<Refused> {

    @Override
    public void write(Kryo kryo, Output output, Refused refused) {
      putId(output, refused.id());
      putText(output, refused.kind(), MAX_KIND_BYTES);
      putText(output, refused.detail(), MAX_DETAIL_BYTES);
    }

    @Override
    public Refused read(Kryo kryo, Input input, Class<? extends Refused> type) {
      return new Refused(
          takeId(input),
          takeText(input, "kind", MAX_KIND_BYTES),
          takeText(input, "detail", MAX_DETAIL_BYTES));
    }

    /** Writes a text and truncates it if it is too long, because the reply must still be sent. */
    private static void putText(Output output, String text, int maxBytes) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      putBytes(output, bytes, Math.min(bytes.length, maxBytes));
    }

    private static String takeText(Input input, String name, int maxBytes) {
      return new String(takeBytes(input, name, maxBytes), StandardCharsets.UTF_8);
    }
  }
}
