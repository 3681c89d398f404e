package io.perfline.recorder.in.kryonet;

import io.perfline.recorder.core.RecordLocator;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.message.Refused;
import io.perfline.recorder.message.Stored;

/** A message that came over a connection, which its reply goes back to. */
final class KryonetMessage extends Submission {

  private final ClientConnection connection;

  KryonetMessage(Recording recording, ClientConnection connection) {
    super(recording);
    this.connection = connection;
  }

  @Override
  protected void onStored(RecordLocator locator) {
    connection.reply(new Stored(recording().id()));
  }

  @Override
  protected void onRefused(Refusal refusal) {
    connection.reply(new Refused(recording().id(), refusal.kind().text(), refusal.detail()));
  }
}
