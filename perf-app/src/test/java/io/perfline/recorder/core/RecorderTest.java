package io.perfline.recorder.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.core.Recorder.IngressListener;
import io.perfline.recorder.message.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RecorderTest {

  private final List<Refusal> counted = new ArrayList<>();
  private final List<Refusal> answered = new ArrayList<>();

  /** Otherwise it would be tried again forever. */
  @Test
  void aMessageLargerThanTheQueueIsRefusedForever() throws Exception {
    assertThat(intake().trySubmit(submission(new byte[2000]))).isTrue();

    assertThat(answered).singleElement().matches(refusal -> !refusal.worthRepeating());
    assertThat(counted).isEqualTo(answered);
  }

  @Test
  void aMessageWithoutRoomCanBeSubmittedAgain() throws Exception {
    assertThat(intake().trySubmit(submission(new byte[1000]))).isFalse();

    assertThat(answered).isEmpty();
  }

  private Submission submission(byte[] data) {
    return new Submission(
        new Recording(new UUID(1, 1), new UUID(2, 2), "/", 200, 1_700_000_000_000L, data)) {
      @Override
      protected void onStored(RecordLocator locator) {
        throw new AssertionError("stored");
      }

      @Override
      protected void onRefused(Refusal refusal) {
        answered.add(refusal);
      }
    };
  }

  private Recorder.Intake intake() throws InterruptedException {
    IngressListener listener =
        new IngressListener() {
          @Override
          public void stored(long bytes, long nanos) {
            throw new AssertionError("stored");
          }

          @Override
          public void refused(Refusal refusal) {
            counted.add(refusal);
          }
        };
    return Intakes.of(true, 2048, listener);
  }
}
