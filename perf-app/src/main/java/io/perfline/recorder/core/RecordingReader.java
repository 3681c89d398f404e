package io.perfline.recorder.core;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.perfline.recorder.message.Recording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads messages from JSON and accepts no unknown, missing or duplicate fields. */
public final class RecordingReader {

  private final JsonFactory factory = JsonFactories.create();
  private final int maxMessages;

  /** Creates a reader for batches of at most {@code maxMessages} messages. */
  public RecordingReader(int maxMessages) {
    this.maxMessages = maxMessages;
  }

  /**
   * Reads a body that is one message.
   *
   * @param vsId the virtual service from the request; null if the message must contain it
   */
  public Recording one(byte[] body, UUID vsId) throws MalformedMessageException {
    Recording plain = PlainMessage.read(body, vsId);
    return plain == null ? any(body, vsId) : plain;
  }

  /** Reads a message in any form of JSON, and describes its errors. */
  Recording any(byte[] body, UUID vsId) throws MalformedMessageException {
    return parse(
        body,
        parser -> {
          JsonToken first = parser.nextToken();
          if (first != JsonToken.START_OBJECT) {
            throw new MalformedMessageException("a message is a JSON object");
          }
          Recording recording = new RecordingFields(parser, body, vsId).read();
          if (parser.nextToken() != null) {
            throw new MalformedMessageException("something follows the message");
          }
          return recording;
        });
  }

  /** Returns whether a JSON body is an array, by its first character that is not white space. */
  public static boolean isArray(byte[] body) {
    for (byte b : body) {
      if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
        return b == '[';
      }
    }
    return false;
  }

  /** Reads a batch, which is either a JSON array of messages or has one message per line. */
  public List<Recording> many(byte[] body, UUID vsId) throws MalformedMessageException {
    return parse(
        body,
        parser -> {
          boolean array = isArray(body);
          if (array) {
            parser.nextToken();
          }
          List<Recording> batch = new ArrayList<>();
          JsonToken token = parser.nextToken();
          while (token == JsonToken.START_OBJECT) {
            add(batch, parser, body, vsId);
            token = parser.nextToken();
          }
          boolean ended =
              array ? token == JsonToken.END_ARRAY && parser.nextToken() == null : token == null;
          if (!ended) {
            throw new MalformedMessageException(
                "something other than a message follows message " + batch.size());
          }
          if (batch.isEmpty()) {
            throw new MalformedMessageException("the batch contains no message");
          }
          return batch;
        });
  }

  private void add(List<Recording> batch, JsonParser parser, byte[] body, UUID vsId)
      throws IOException, MalformedMessageException {
    if (batch.size() == maxMessages) {
      throw new MalformedMessageException("a batch contains at most " + maxMessages + " messages");
    }
    try {
      batch.add(new RecordingFields(parser, body, vsId).read());
    } catch (MalformedMessageException e) {
      throw new MalformedMessageException(
          "message " + (batch.size() + 1) + " of the batch: " + e.getMessage());
    }
  }

  private <T> T parse(byte[] body, Reading<T> reading) throws MalformedMessageException {
    try (JsonParser parser = factory.createParser(body)) {
      return reading.read(parser);
    } catch (JsonProcessingException e) {
      throw new MalformedMessageException("not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException("reading JSON from memory", e);
    }
  }

  private interface Reading<T> {
    T read(JsonParser parser) throws IOException, MalformedMessageException;
  }

  /** Reads the fields of one message after the start of its object. */
  private static final class RecordingFields {

    private static final int ALL_BUT_VS_ID = 0b11111;

    private final JsonParser parser;
    private final byte[] body;
    private final UUID knownVsId;

    private int fieldsRead;
    private UUID id;
    private UUID vsId;
    private String url;
    private int status;
    private long time;
    private byte[] data;

    RecordingFields(JsonParser parser, byte[] body, UUID knownVsId) {
      this.parser = parser;
      this.body = body;
      this.knownVsId = knownVsId;
    }

    Recording read() throws IOException, MalformedMessageException {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        field(parser.currentName());
      }
      if ((fieldsRead & ALL_BUT_VS_ID) != ALL_BUT_VS_ID || (knownVsId == null && vsId == null)) {
        throw new MalformedMessageException("there is no " + firstMissing());
      }
      if (knownVsId != null && vsId != null && !knownVsId.equals(vsId)) {
        throw new MalformedMessageException("vsId differs from the virtual service in the address");
      }
      return new Recording(id, knownVsId == null ? vsId : knownVsId, url, status, time, data);
    }

    private void field(String name) throws IOException, MalformedMessageException {
      JsonToken value = parser.nextToken();
      switch (name) {
        case "id" -> {
          once(name, 1);
          id = id(name, value);
        }
        case "url" -> {
          once(name, 2);
          require(value == JsonToken.VALUE_STRING, "url must be a string");
          url = parser.getText();
        }
        case "status" -> {
          once(name, 4);
          status = (int) number(name, value, 0, Integer.MAX_VALUE);
        }
        case "time" -> {
          once(name, 8);
          time = number(name, value, 0, Long.MAX_VALUE);
        }
        case "data" -> {
          once(name, 16);
          require(value == JsonToken.VALUE_STRING, "data must be a string in base64");
          data = Base64Text.decode(parser, body);
        }
        case "vsId" -> {
          once(name, 32);
          vsId = id(name, value);
        }
        default -> throw new MalformedMessageException("field '" + name + "' is unknown");
      }
    }

    private void once(String name, int bit) throws MalformedMessageException {
      require((fieldsRead & bit) == 0, name + " occurs twice");
      fieldsRead |= bit;
    }

    private UUID id(String name, JsonToken value) throws IOException, MalformedMessageException {
      UUID parsed = null;
      if (value == JsonToken.VALUE_STRING) {
        parsed =
            Ids.parse(
                CharBuffer.wrap(
                    parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength()));
      }
      require(parsed != null, name + " must be a UUID of 36 characters");
      return parsed;
    }

    private long number(String name, JsonToken value, long min, long max)
        throws IOException, MalformedMessageException {
      if (value == JsonToken.VALUE_NUMBER_INT
          && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
        long number = parser.getLongValue();
        if (number >= min && number <= max) {
          return number;
        }
      }
      throw new MalformedMessageException(
          name + " must be a whole number from " + min + " to " + max);
    }

    private String firstMissing() {
      String[] names = {"id", "url", "status", "time", "data"};
      for (int i = 0; i < names.length; i++) {
        if ((fieldsRead & 1 << i) == 0) {
          return names[i];
        }
      }
      return "vsId";
    }

    private static void require(boolean isMet, String message) throws MalformedMessageException {
      if (!isMet) {
        throw new MalformedMessageException(message);
      }
    }
  }
}
