package io.perfline.recorder.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.recorder.message.Recording;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingReaderTest {

  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
  private static final UUID VS = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
  private static final String VALID =
      "{\"id\":\"00112233-4455-6677-8899-AABBccddeeff\",\"url\":\"/x\",\"status\":200,"
          + "\"time\":5,\"data\":\"aGVsbG8=\"}";

  private final RecordingReader reader = new RecordingReader(3);

  @Test
  void readsEveryField() throws MalformedMessageException {
    assertThat(reader.one(utf8(VALID), VS))
        .isEqualTo(new Recording(ID, VS, "/x", 200, 5, utf8("hello")));
  }

  @Test
  void takesTheServiceFromTheMessageIfItIsNotGiven() throws MalformedMessageException {
    String named = VALID.replace("{", "{\"vsId\":\"" + VS + "\",");

    assertThat(reader.one(utf8(named), null).vsId()).isEqualTo(VS);
    assertThat(reader.one(utf8(named), VS).vsId()).isEqualTo(VS);
    assertThatThrownBy(() -> reader.one(utf8(named), ID)).hasMessageContaining("vsId differs");
    assertThatThrownBy(() -> reader.one(utf8(VALID), null)).hasMessage("there is no vsId");
  }

  @Test
  void readsLargeDataAndEscapedSlashes() throws MalformedMessageException {
    byte[] data = new byte[100_000];
    new Random(3).nextBytes(data);
    String base64 = Base64.getEncoder().encodeToString(data);

    for (String text : new String[] {base64, base64.replace("/", "\\/")}) {
      String message = VALID.replace("aGVsbG8=", text);
      assertThat(reader.one(utf8(message), VS).data()).isEqualTo(data);
    }
  }

  @Test
  void readsFieldsInAnyOrderAndWithAnyWhitespace() throws MalformedMessageException {
    String message =
        " \n{ \"data\" :\t\"aGVsbG8=\" , \"time\":1,\"status\":100,\"url\":\"\",\"id\":\""
            + ID
            + "\"} ";

    assertThat(reader.one(utf8(message), VS).data()).isEqualTo(utf8("hello"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":      | {\"idd\":                  | field 'idd' is unknown",
        "\"status\":200,| ``                         | there is no status",
        "\"status\":200| \"status\":200,\"status\":1 | status occurs twice",
        "\"status\":200| \"status\":\"200\"         | status must be a whole number",
        "\"status\":200| \"status\":2e2             | status must be a whole number",
        "\"time\":5    | \"time\":99999999999999999999 | time must be a whole number",
        "\"url\":\"/x\"| \"url\":null               | url must be a string",
        "aGVsbG8=      | aGVsbG8*                   | data is not base64",
        "aGVsbG8=      | a                          | data is not base64",
        "00112233-     | 0112233-                   | id must be a UUID",
        "00112233-     | 0011223g-                  | id must be a UUID",
        "}             | }{}                        | something follows",
        "}             | ``                         | not JSON",
      })
  void reportsErrors(String from, String to, String reason) {
    String message = VALID.replace(from, to);

    assertThat(message).isNotEqualTo(VALID);
    assertThatThrownBy(() -> reader.one(utf8(message), VS))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void readsABatchAsArrayAndAsLines() throws MalformedMessageException {
    assertThat(reader.many(utf8("[" + VALID + "," + VALID + "]"), VS)).hasSize(2);
    assertThat(reader.many(utf8(VALID + "\n" + VALID + "\n\n" + VALID), VS)).hasSize(3);
  }

  @Test
  void refusesAnIncompleteBatch() {
    assertMalformedBatch("[]", "the batch contains no message");
    assertMalformedBatch("", "the batch contains no message");
    assertMalformedBatch(
        "[" + VALID + "]" + VALID, "something other than a message follows message 1");
    assertMalformedBatch(VALID + "\n7", "follows message 1");
    assertMalformedBatch(VALID + VALID.replace("200", "true"), "message 2 of the batch: status");
    assertMalformedBatch(VALID.repeat(4), "at most 3 messages");
    assertMalformedBatch("[" + VALID, "not JSON");
  }

  @Test
  void reportsGarbageOnlyByItsOwnException() {
    Random random = new Random(11);
    byte[] valid = utf8(VALID);
    for (int i = 0; i < 20_000; i++) {
      byte[] rubbish = valid.clone();
      for (int flips = random.nextInt(5); flips >= 0; flips--) {
        rubbish[random.nextInt(rubbish.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(reader.one(rubbish, VS)).isNotNull();
      } catch (MalformedMessageException expected) {
        assertThat(expected.getMessage()).isNotBlank();
      }
    }
  }

  /** The parser for the plain format must return what the full JSON parser returns. */
  @Test
  void theFastParserAgreesWithTheFullParser() throws MalformedMessageException {
    Random random = new Random(12);
    byte[] valid = utf8(VALID.replace("{", "{\"vsId\":\"" + VS + "\",").replace(",", " ,\r\n "));
    byte[] likely = utf8("\"{}[]:,\\ \t\r\n\0\u007fä-+.eE0129/=idurlsta");
    int taken = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] message = valid.clone();
      for (int flips = random.nextInt(3); flips > 0; flips--) {
        message[random.nextInt(message.length)] = likely[random.nextInt(likely.length)];
      }
      UUID vsId = random.nextBoolean() ? VS : null;
      Recording plain = PlainMessage.read(message, vsId);
      if (plain != null) {
        assertThat(plain).isEqualTo(reader.any(message, vsId));
        taken++;
      }
    }
    assertThat(taken).isBetween(30_000, 90_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"status\":200 | \"status\":0200",
        "\"status\":200 | \"status\":-200",
        "\"status\":200 | \"status\":200.0",
        "\"status\":200 | \"status\":4294967496",
        "\"status\":200 | \"status\":",
        "\"time\":5     | \"time\":1000000000000000005",
        "\"time\":5     | \"time\":5,\"time\":5",
        "\"time\":5     | \"time\":5,\"note\":5",
        "\"time\":5     | \"time\":5,",
        "\"url\":\"/x\" | \"url\":\"/\\u0078\"",
        "\"url\":\"/x\" | \"url\":\"/ä\"",
        "\"url\":\"/x\" | \"\\u0075rl\":\"/x\"",
        "}             | }}",
        "}             | } 1",
      })
  void leavesOtherFormsToTheFullParser(String from, String to) {
    assertThat(PlainMessage.read(utf8(VALID), VS)).isNotNull();
    assertThat(PlainMessage.read(utf8(VALID.replace(from, to)), VS)).isNull();
  }

  private void assertMalformedBatch(String body, String reason) {
    assertThatThrownBy(() -> reader.many(utf8(body), VS))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining(reason);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
