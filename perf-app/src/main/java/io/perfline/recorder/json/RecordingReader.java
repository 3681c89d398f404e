package io.perfline.recorder.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.perfline.recorder.message.Recording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads messages from JSON strictly: every field once, none unknown, none missing. */
public final class RecordingReader {

  private final JsonFactory factory = JsonFactories.create();
  private final int maxMessages;

  /** Reads at most so many messages of a batch. */
  public RecordingReader(int maxMessages) {
    this.maxMessages = maxMessages;
  }

  /**
   * Reads the one message that the body is.
   *
   * @param vsId the virtual service, when it is known already; otherwise the message must name it
   */
  public Recording one(byte[] body, UUID vsId) throws MalformedMessageException {
    Recording plain = PlainMessage.read(body, vsId);
    return plain == null ? any(body, vsId) : plain;
  }

  /** Reads it in whatever form JSON allows, and says what is wrong. */
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

  /** Whether a JSON body is a batch, by its first character that isn't white space. */
  public static boolean isArray(byte[] body) {
    for (byte b : body) {
      if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
        return b == '[';
      }
    }
    return false;
  }

  /** Reads a batch: one JSON array of messages, or messages one after the other, a line each. */
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
                "after " + batch.size() + " messages there is something that is none");
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
}
