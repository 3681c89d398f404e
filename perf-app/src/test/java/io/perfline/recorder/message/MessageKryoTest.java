package io.perfline.recorder.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.ByteBufferInput;
import com.esotericsoftware.kryo.io.ByteBufferOutput;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MessageKryoTest {

  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
  private static final UUID VS = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");

  private final Kryo kryo = new Kryo();

  @BeforeEach
  void register() {
    MessageKryo.register(kryo, 1000);
  }

  @Test
  void roundTripsEveryFieldOfARecording() {
    Recording recording = new Recording(ID, VS, "/orders?x=1", 201, 1_700_000_000_123L, bytes(300));

    assertThat(read(write(recording))).isEqualTo(recording);
  }

  @Test
  void roundTripsARecordingOverBuffersAsKryonetDoes() {
    Recording recording = new Recording(ID, VS, "", 599, -1L, new byte[0]);
    ByteBuffer buffer = ByteBuffer.allocate(200);
    ByteBufferOutput output = new ByteBufferOutput();
    output.setBuffer(buffer);
    kryo.writeClassAndObject(output, recording);
    output.flush();
    buffer.flip();

    ByteBufferInput input = new ByteBufferInput();
    input.setBuffer(buffer);
    assertThat(kryo.readClassAndObject(input)).isEqualTo(recording);
    assertThat(buffer.remaining()).isZero();
  }

  @Test
  void roundTripsTheRepliesAndTheId() {
    Refused refused = new Refused(ID, "busy", "the queue is full: später");

    assertThat(read(write(new Stored(ID)))).isEqualTo(new Stored(ID));
    assertThat(read(write(refused))).isEqualTo(refused);
    assertThat(read(write(ID))).isEqualTo(ID);
  }

  @Test
  void keepsTheWireFormat() {
    Recording recording = new Recording(ID, VS, "/a", 200, 1L, new byte[] {7, 8});

    assertThat(HexFormat.of().formatHex(write(recording)))
        .isEqualTo(
            "67"
                + "7766554433221100ffeeddccbbaa9988"
                + "efcdab8967452301efcdab8967452301"
                + "c801"
                + "0100000000000000"
                + "022f61"
                + "020708");
  }

  @Test
  void refusesDataAboveTheLimit() {
    byte[] sent = write(new Recording(ID, VS, "/", 200, 1L, bytes(1001)));

    assertThatThrownBy(() -> read(sent))
        .isInstanceOf(KryoException.class)
        .hasMessageContaining("data of 1001 bytes; at most 1000");
  }

  @Test
  void refusesALengthBeyondTheMessage() {
    byte[] sent = write(new Recording(ID, VS, "/", 200, 1L, bytes(10)));
    sent[sent.length - 11] = 100;

    assertThatThrownBy(() -> read(sent))
        .isInstanceOf(KryoException.class)
        .hasMessageContaining("ends before");
  }

  @Test
  void refusesAUrlThatIsNotVisibleAscii() {
    Recording recording = new Recording(ID, VS, "/ü", 200, 1L, new byte[0]);
    byte[] sent = write(new Recording(ID, VS, "/a", 200, 1L, new byte[0]));
    sent[sent.length - 2] = '\n';

    assertThatThrownBy(() -> write(recording)).hasMessageContaining("visible ASCII");
    assertThatThrownBy(() -> read(sent)).hasMessageContaining("visible ASCII");
  }

  @Test
  void refusesAClassThatIsNotRegistered() {
    assertThatThrownBy(() -> write(new StringBuilder()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not registered");
  }

  @Test
  void truncatesATooLongDetail() {
    Object reply = read(write(new Refused(ID, "unavailable", "x".repeat(10_000))));

    assertThat(((Refused) reply).detail()).hasSize(4096);
  }

  @Test
  void reportsGarbageByExceptionsOnly() {
    Random random = new Random(17);
    byte[] valid = write(new Recording(ID, VS, "/abc", 200, 1L, bytes(50)));
    for (int i = 0; i < 10_000; i++) {
      byte[] rubbish = valid.clone();
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        rubbish[1 + random.nextInt(rubbish.length - 1)] = (byte) random.nextInt();
      }
      try {
        assertThat(read(rubbish)).isInstanceOf(Recording.class);
      } catch (KryoException expected) {
        assertThat(expected).hasMessageNotContaining("OutOfMemory");
      }
    }
  }

  private byte[] write(Object message) {
    Output output = new Output(256, -1);
    kryo.writeClassAndObject(output, message);
    return output.toBytes();
  }

  private Object read(byte[] bytes) {
    return kryo.readClassAndObject(new Input(bytes));
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
