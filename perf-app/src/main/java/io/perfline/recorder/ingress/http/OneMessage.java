package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.RecordLocator;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import javax.servlet.http.HttpServletResponse;

/**
 * The only message of a request. The response is 201 with the recording's location, or a problem.
 */
final class OneMessage extends Submission {

  private final String contextPath;
  private final AsyncReply answer;

  OneMessage(Recording recording, String contextPath, AsyncReply answer) {
    super(recording);
    this.contextPath = contextPath;
    this.answer = answer;
  }

  @Override
  protected void onStored(RecordLocator locator) {
    // The lambda must not capture the recording, because its room in the queue has been released.
    String location =
        RecordingsPath.location(contextPath, recording().vsId(), recording().id(), locator.text());
    answer.complete(response -> created(response, location));
  }

  @Override
  protected void onRefused(Refusal refusal) {
    answer.complete(Problem.of(refusal)::send);
  }

  private static void created(HttpServletResponse response, String location) {
    response.setStatus(HttpServletResponse.SC_CREATED);
    response.setHeader("Location", location);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setContentLength(0);
  }
}
