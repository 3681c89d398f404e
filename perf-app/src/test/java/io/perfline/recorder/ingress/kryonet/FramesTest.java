package io.perfline.recorder.ingress.kryonet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FramesTest {

  private static final int MAX = 50_000;

  private final List<byte[]> seen = new ArrayList<>();
  private final FrameReader frames = new FrameReader(MAX);

  @Test
  void readsFramesSplitAnywhere() {
    Random random = new Random(5);
    List<byte[]> sent = new ArrayList<>();
    ByteBuffer stream = ByteBuffer.allocate(4_000_000);
    for (int i = 0; i < 200; i++) {
      byte[] frame = new byte[1 + random.nextInt(i % 10 == 0 ? MAX : 300)];
      random.nextBytes(frame);
      sent.add(frame);
      stream.putInt(frame.length).put(frame);
    }
    byte[] all = Arrays.copyOf(stream.array(), stream.position());
    int offset = 0;
    while (offset < all.length) {
      int piece =
          Math.min(1 + random.nextInt(random.nextBoolean() ? 7 : 9000), all.length - offset);
      take(Arrays.copyOfRange(all, offset, offset + piece));
      offset += piece;
    }

    assertThat(seen).hasSameSizeAs(sent);
    for (int i = 0; i < sent.size(); i++) {
      assertThat(seen.get(i)).isEqualTo(sent.get(i));
    }
    assertThat(frames.midFrame()).isFalse();
  }

  @Test
  void reportsTheLengthOfAnIncompleteFrame() {
    take(new byte[] {0, 0});
    assertThat(frames.announced()).isZero();
    take(new byte[] {1, 2, 9});
    assertThat(frames.announced()).isEqualTo(258);
    assertThat(frames.midFrame()).isTrue();
  }

  @Test
  void refusesImpossibleLengths() {
    assertThatThrownBy(() -> take(new byte[] {0, 0, 0, 0})).hasMessageContaining("of 0 bytes");
    assertThatThrownBy(() -> new FrameReader(MAX).take(new byte[] {-1, 0, 0, 0}, 4, this::see))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FrameReader(MAX).take(new byte[] {0, 1, 0, 0}, 4, this::see))
        .hasMessageContaining("a frame of 65536 bytes; at most 50000");
  }

  private void take(byte[] piece) {
    frames.take(piece, piece.length, this::see);
  }

  private void see(byte[] bytes, int offset, int length) {
    seen.add(Arrays.copyOfRange(bytes, offset, offset + length));
  }
}
