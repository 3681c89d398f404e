package io.perfline.recorder.in.kafka;

import io.perfline.recorder.core.RecordLocator;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;

/** A message that was taken from the topic; what became of it is the intake's to tell. */
final class KafkaMessage extends Submission {

  private final TakenRecord taken;
  private final Outcome outcome;

  KafkaMessage(Recording recording, TakenRecord taken, Outcome outcome) {
    super(recording);
    this.taken = taken;
    this.outcome = outcome;
  }

  @Override
  protected void onStored(RecordLocator locator) {
    outcome.stored(taken, recording());
  }

  @Override
  protected void onRefused(Refusal refusal) {
    outcome.refused(taken, recording(), refusal);
  }

  /** Hears what became of a message. */
  interface Outcome {
    void stored(TakenRecord taken, Recording recording);

    void refused(TakenRecord taken, Recording recording, Refusal refusal);
  }
}
