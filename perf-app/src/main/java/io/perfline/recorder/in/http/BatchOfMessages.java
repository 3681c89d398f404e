package io.perfline.recorder.in.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.perfline.recorder.core.Admission;
import io.perfline.recorder.core.Place;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.json.JsonFactories;
import io.perfline.recorder.message.Recording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.servlet.http.HttpServletResponse;

/**
 * Messages that came together: 201 when all are stored, otherwise the status of the first that is
 * not. The body tells of each message what became of it, in their order.
 */
final class BatchOfMessages {

  private static final JsonFactory JSON = JsonFactories.create();

  private static final int BYTES_OF_AN_OUTCOME = 220;
  private static final int MAX_BUFFER_BYTES = 64 * 1024;

  private final List<Recording> recordings;
  private final String contextPath;
  private final Answer answer;
  private final Recorder.Entrance entrance;
  private final AtomicReferenceArray<Object> outcomes; // a Place or a Refusal each
  private final AtomicInteger missing;

  /** A batch whose request holds {@link Receiver#REQUEST_BYTES} of the queue until answered. */
  BatchOfMessages(
      List<Recording> recordings, String contextPath, Answer answer, Recorder.Entrance entrance) {
    this.entrance = entrance;
    this.recordings = recordings;
    this.contextPath = contextPath;
    this.answer = answer;
    this.outcomes = new AtomicReferenceArray<>(recordings.size());
    this.missing = new AtomicInteger(recordings.size());
  }

  /** Hands every message over; each takes its own room in the queue. */
  void submit() {
    for (int i = 0; i < recordings.size(); i++) {
      Recording recording = recordings.get(i);
      long cost = Admission.costOf(recording.data().length);
      Refusal refusal = entrance.reserve(cost);
      if (refusal == null) {
        entrance.record(new Item(i, recording), cost);
      } else {
        outcome(i, refusal);
      }
    }
  }

  private void outcome(int index, Object outcome) {
    outcomes.set(index, outcome);
    if (missing.decrementAndGet() == 0) {
      entrance.giveBack(Receiver.REQUEST_BYTES);
      answer.is(this::send);
    }
  }

  private void send(HttpServletResponse response) throws IOException {
    int status = HttpServletResponse.SC_CREATED;
    for (int i = outcomes.length() - 1; i >= 0; i--) {
      if (outcomes.get(i) instanceof Refusal refusal) {
        status = Problem.of(refusal).status();
      }
    }
    response.setStatus(status);
    response.setContentType("application/json");
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (status == HttpServletResponse.SC_CREATED) {
      response.setHeader("Location", Location.all(contextPath, recordings.get(0).vsId()));
    } else if (status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
      response.setHeader("Retry-After", "1");
    }
    ByteArrayOutputStream body = body();
    // Larger than the body, so that nothing is sent before the request is completed: by a thread of
    // the server then, and not by one of the store's, which a slow client would hold. The server
    // keeps the buffer, hence the bound; what is above it the socket takes.
    response.setBufferSize(Math.min(body.size() + 1, MAX_BUFFER_BYTES));
    response.setContentLength(body.size());
    body.writeTo(response.getOutputStream());
  }

  private ByteArrayOutputStream body() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream(recordings.size() * BYTES_OF_AN_OUTCOME);
    try (JsonGenerator json = JSON.createGenerator(body)) {
      json.writeStartObject();
      json.writeArrayFieldStart("messages");
      for (int i = 0; i < recordings.size(); i++) {
        write(json, recordings.get(i), outcomes.get(i));
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return body;
  }

  private void write(JsonGenerator json, Recording recording, Object outcome) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", recording.id().toString());
    if (outcome instanceof Place place) {
      json.writeStringField(
          "location", Location.one(contextPath, recording.vsId(), recording.id(), place.text()));
    } else if (outcome instanceof Refusal refusal) {
      json.writeStringField("refused", refusal.kind().text());
      json.writeStringField("detail", refusal.detail());
    }
    json.writeEndObject();
  }

  /** One message of the batch. */
  private final class Item extends Submission {

    private final int index;

    Item(int index, Recording recording) {
      super(recording);
      this.index = index;
    }

    @Override
    protected void onStored(Place place) {
      outcome(index, place);
    }

    @Override
    protected void onRefused(Refusal refusal) {
      outcome(index, refusal);
    }
  }
}
