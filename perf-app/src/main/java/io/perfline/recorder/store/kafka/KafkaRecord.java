package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.Ids;
import io.perfline.recorder.message.Recording;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Converts a recording to a Kafka record and back. The key is the id (16 bytes), the value is the
 * data, and the header {@code recording} contains the rest: a version (1 byte), the virtual service
 * (16), the time (8), the status (2) and the URL. Numbers are big-endian.
 */
public final class KafkaRecord {

  /** The name of the header that identifies a recording. */
  public static final String HEADER = "recording";

  private static final byte VERSION = 1;
  private static final int FIXED_BYTES = 1 + 16 + 8 + 2;
  private static final int ID_BYTES = 16;
  private static final int VS_OFFSET = 1;

  private KafkaRecord() {}

  public static byte[] key(Recording recording) {
    return ByteBuffer.allocate(ID_BYTES)
        .putLong(recording.id().getMostSignificantBits())
        .putLong(recording.id().getLeastSignificantBits())
        .array();
  }

  public static List<Header> headers(Recording recording) {
    String url = recording.url();
    ByteBuffer header =
        ByteBuffer.allocate(FIXED_BYTES + url.length())
            .put(VERSION)
            .putLong(recording.vsId().getMostSignificantBits())
            .putLong(recording.vsId().getLeastSignificantBits())
            .putLong(recording.time())
            .putShort((short) recording.status())
            .put(url.getBytes(StandardCharsets.US_ASCII));
    return List.of(new RecordHeader(HEADER, header.array()));
  }

  /** Returns the virtual service of a record; null if the record is not a recording. */
  public static UUID vsId(Headers headers) {
    byte[] header = header(headers);
    return header == null ? null : id(ByteBuffer.wrap(header, VS_OFFSET, ID_BYTES));
  }

  /**
   * Reads a recording from a record. The key may also be the id as text.
   *
   * @throws IllegalArgumentException with the reason if the record is not a recording
   */
  public static Recording read(byte[] key, Headers headers, byte[] value) {
    byte[] header = header(headers);
    if (header == null) {
      throw new IllegalArgumentException("no header '" + HEADER + "' of version " + VERSION);
    }
    if (key == null || value == null) {
      throw new IllegalArgumentException("a recording needs its id as key and its data as value");
    }
    ByteBuffer rest = ByteBuffer.wrap(header, VS_OFFSET, header.length - VS_OFFSET);
    UUID vsId = id(rest);
    long time = rest.getLong();
    int status = rest.getShort();
    String url = new String(header, rest.position(), rest.remaining(), StandardCharsets.ISO_8859_1);
    return new Recording(id(key), vsId, url, status, time, value);
  }

  private static UUID id(byte[] key) {
    UUID id =
        key.length == ID_BYTES
            ? id(ByteBuffer.wrap(key))
            : Ids.parse(new String(key, StandardCharsets.ISO_8859_1));
    if (id == null) {
      throw new IllegalArgumentException("the key is not a UUID, neither of 16 bytes nor as text");
    }
    return id;
  }

  private static UUID id(ByteBuffer from) {
    return new UUID(from.getLong(), from.getLong());
  }

  private static byte[] header(Headers headers) {
    Header header = headers.lastHeader(HEADER);
    byte[] value = header == null ? null : header.value();
    return value != null && value.length >= FIXED_BYTES && value[0] == VERSION ? value : null;
  }
}
