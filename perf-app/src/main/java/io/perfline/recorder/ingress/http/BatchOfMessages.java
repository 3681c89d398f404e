package io.perfline.recorder.ingress.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.perfline.recorder.core.JsonFactories;
import io.perfline.recorder.core.RecordLocator;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.servlet.http.HttpServletResponse;

/**
 * The messages of one request. The response's status is 201 if all are stored, otherwise that of
 * the first message that is not stored. The body lists the results in the order of the messages.
 */
final class BatchOfMessages {

  /** The memory in bytes for a message's result (id and locator) until the request is over. */
  static final int RESULT_BYTES = 80;

  private final UUID vsId;
  private final List<UUID> ids;
  private final String contextPath;
  private final AsyncReply answer;
  private final AtomicReferenceArray<Object> results; // each is a RecordLocator or a Refusal
  private final AtomicInteger missing;

  private volatile Refusal lastRefusal;

  /**
   * Keeps only the ids, so that the messages can be garbage collected when their room in the queue
   * is released.
   */
  private BatchOfMessages(UUID vsId, List<UUID> ids, String contextPath, AsyncReply answer) {
    this.vsId = vsId;
    this.ids = ids;
    this.contextPath = contextPath;
    this.answer = answer;
    this.results = new AtomicReferenceArray<>(ids.size());
    this.missing = new AtomicInteger(ids.size());
  }

  /** Submits at least one message; each message reserves its own room in the queue. */
  static void submit(
      List<Recording> recordings, String contextPath, AsyncReply answer, Recorder.Intake intake) {
    List<UUID> ids = recordings.stream().map(Recording::id).toList();
    BatchOfMessages batch = new BatchOfMessages(recordings.get(0).vsId(), ids, contextPath, answer);
    for (int i = 0; i < recordings.size(); i++) {
      intake.submit(batch.new Item(i, recordings.get(i)));
    }
  }

  private void refused(int index, Refusal refusal) {
    Refusal last = lastRefusal;
    boolean same =
        last != null
            && last.kind() == refusal.kind()
            && Objects.equals(last.detail(), refusal.detail());
    if (!same) {
      lastRefusal = refusal;
      last = refusal;
    }
    complete(index, last); // most have the same reason, which is stored once
  }

  private void complete(int index, Object result) {
    results.set(index, result);
    if (missing.decrementAndGet() == 0) {
      answer.complete(this::send);
    }
  }

  private void send(HttpServletResponse response) throws IOException {
    int status = HttpServletResponse.SC_CREATED;
    for (int i = results.length() - 1; i >= 0; i--) {
      if (results.get(i) instanceof Refusal refusal) {
        status = Problem.of(refusal).status();
      }
    }
    response.setStatus(status);
    response.setContentType("application/json");
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (status == HttpServletResponse.SC_CREATED) {
      response.setHeader("Location", RecordingsPath.location(contextPath, vsId));
    } else if (status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
      response.setHeader("Retry-After", "1");
    }
    JsonFactories.write(
        response.getOutputStream(),
        json -> {
          json.writeArrayFieldStart("messages");
          for (int i = 0; i < ids.size(); i++) {
            write(json, ids.get(i), results.get(i));
          }
          json.writeEndArray();
        });
  }

  private void write(JsonGenerator json, UUID id, Object result) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id.toString());
    if (result instanceof RecordLocator locator) {
      json.writeStringField(
          "location", RecordingsPath.location(contextPath, vsId, id, locator.text()));
    } else if (result instanceof Refusal refusal) {
      json.writeStringField("refused", refusal.kind().text());
      json.writeStringField("detail", refusal.detail());
    }
    json.writeEndObject();
  }

  private final class Item extends Submission {

    private final int index;

    Item(int index, Recording recording) {
      super(recording);
      this.index = index;
    }

    @Override
    protected void onStored(RecordLocator locator) {
      complete(index, locator);
    }

    @Override
    protected void onRefused(Refusal refusal) {
      refused(index, refusal);
    }
  }
}
