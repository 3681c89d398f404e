package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.JsonFactories;
import io.perfline.recorder.core.Page;
import io.perfline.recorder.core.RecordingSummary;
import io.perfline.recorder.core.Store;
import io.perfline.recorder.core.StoreException;
import io.perfline.recorder.message.Recording;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Sends recordings as JSON, either a page of them or a single one, and the unchanged data of one.
 */
public record RecordingsApi(Store store, StoreReadPool reads) {

  /** The memory in bytes of a summary without its URL: ids, numbers and locator. */
  private static final long SUMMARY_BYTES = 256;

  void list(UUID vsId, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ProblemException {
    int size = Paging.size(request);
    String cursor = Paging.cursor(request);
    reads.answer(
        request,
        response,
        () -> {
          Page<RecordingSummary> page = store.list(vsId, size, cursor);
          String contextPath = request.getContextPath();
          return new StoreReadPool.Found(
              out -> writeList(out, page, contextPath, vsId, size),
              page.items().stream()
                  .mapToLong(recordingSummary -> SUMMARY_BYTES + recordingSummary.url().length())
                  .sum());
        });
  }

  void one(RecordingsPath path, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ProblemException {
    String locator = Paging.locator(request);
    reads.answer(
        request,
        response,
        () -> {
          Recording recording = find(path, locator);
          return new StoreReadPool.Found(
              path.data() ? out -> writeData(out, recording) : out -> write(out, recording),
              recording.data().length);
        });
  }

  private Recording find(RecordingsPath path, String locator)
      throws StoreException, ProblemException {
    return store
        .find(path.vsId(), path.id(), locator)
        .orElseThrow(
            () -> new ProblemException(Problem.notFound("this service has no such recording")));
  }

  private static void writeList(
      HttpServletResponse response,
      Page<RecordingSummary> page,
      String contextPath,
      UUID vsId,
      int size)
      throws IOException {
    write(
        response,
        json -> {
          json.writeArrayFieldStart("recordings");
          for (RecordingSummary summary : page.items()) {
            json.writeStartObject();
            json.writeStringField("id", summary.id().toString());
            json.writeStringField("url", summary.url());
            json.writeNumberField("status", summary.status());
            json.writeNumberField("time", summary.time());
            json.writeStringField(
                "location",
                RecordingsPath.location(contextPath, vsId, summary.id(), summary.locator()));
            json.writeEndObject();
          }
          json.writeEndArray();
          if (!page.next().isEmpty()) {
            String cursor = URLEncoder.encode(page.next(), StandardCharsets.UTF_8);
            json.writeStringField(
                "next",
                RecordingsPath.location(contextPath, vsId) + "?size=" + size + "&cursor=" + cursor);
          }
        });
  }

  private static void write(HttpServletResponse response, Recording recording) throws IOException {
    write(
        response,
        json -> {
          json.writeStringField("id", recording.id().toString());
          json.writeStringField("vsId", recording.vsId().toString());
          json.writeStringField("url", recording.url());
          json.writeNumberField("status", recording.status());
          json.writeNumberField("time", recording.time());
          json.writeBinaryField("data", recording.data());
        });
  }

  /** Sends the data unchanged; a browser must not show it, because anyone can store it. */
  private static void writeData(HttpServletResponse response, Recording recording)
      throws IOException {
    headers(response);
    response.setContentType("application/octet-stream");
    response.setHeader(
        "Content-Disposition", "attachment; filename=\"" + recording.id() + ".bin\"");
    response.setContentLength(recording.data().length);
    response.getOutputStream().write(recording.data());
  }

  private static void write(HttpServletResponse response, JsonFactories.Fields fields)
      throws IOException {
    headers(response);
    response.setContentType("application/json");
    JsonFactories.write(response.getOutputStream(), fields);
  }

  private static void headers(HttpServletResponse response) {
    SecurityHeaders.set(response);
    response.setHeader("Cache-Control", "no-store");
  }
}
