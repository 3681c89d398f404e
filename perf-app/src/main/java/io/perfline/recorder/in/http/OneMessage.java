package io.perfline.recorder.in.http;

import io.perfline.recorder.core.Place;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import javax.servlet.http.HttpServletResponse;

/** One message that came alone: 201 and its location, or the problem. */
final class OneMessage extends Submission {

  private final String contextPath;
  private final Answer answer;

  OneMessage(Recording recording, String contextPath, Answer answer) {
    super(recording);
    this.contextPath = contextPath;
    this.answer = answer;
  }

  @Override
  protected void onStored(Place place) {
    answer.is(response -> created(response, place));
  }

  @Override
  protected void onRefused(Refusal refusal) {
    answer.is(Problem.of(refusal)::send);
  }

  private void created(HttpServletResponse response, Place place) {
    response.setStatus(HttpServletResponse.SC_CREATED);
    response.setHeader(
        "Location", Location.one(contextPath, recording().vsId(), recording().id(), place.text()));
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setContentLength(0);
  }
}
