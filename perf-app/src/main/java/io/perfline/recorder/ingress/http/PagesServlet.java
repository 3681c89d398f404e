package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.Ids;
import io.perfline.recorder.core.RecorderSettings.Who;
import io.perfline.recorder.core.Store;
import io.perfline.recorder.core.StoreException;
import io.perfline.recorder.message.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Serves the pages {@code /}, {@code /services/{vsId}} and {@code /services/{vsId}/{id}}. */
public final class PagesServlet extends HttpServlet {

  private final transient Store store;
  private final transient StoreReadPool reads;
  private final transient AccessControl access;
  private final transient Who who;

  /** Creates a servlet that shows the content of a store to the senders in {@code who}. */
  public PagesServlet(Store store, StoreReadPool reads, AccessControl access, Who who) {
    this.store = store;
    this.reads = reads;
    this.access = access;
    this.who = who;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
        throw new ProblemException(Problem.notAllowed(response, "GET, HEAD"));
      }
      // This is checked here and not in a filter, because Tomcat applies no filter to the context's
      // root.
      access.require(who, request, response);
      String context = request.getContextPath();
      String cursor = Paging.cursor(request);
      String locator = Paging.locator(request);
      String path = request.getPathInfo();
      if (request.getServletPath().isEmpty()) { // the context's root
        answer(
            request,
            response,
            () ->
                Pages.services(context, store.name(), store.services(Paging.DEFAULT_SIZE, cursor)));
        return;
      }
      UUID vsId = id(path, 1);
      if (path.length() == 37) {
        answer(
            request,
            response,
            () -> Pages.recordings(context, vsId, store.list(vsId, Paging.DEFAULT_SIZE, cursor)));
        return;
      }
      UUID id = id(path, 38);
      if (path.length() != 74 || path.charAt(37) != '/') {
        throw notFound();
      }
      answer(request, response, () -> Pages.recording(context, find(vsId, id, locator), locator));
    } catch (ProblemException e) {
      e.problem().send(request, response);
    }
  }

  private Recording find(UUID vsId, UUID id, String locator)
      throws StoreException, ProblemException {
    return store.find(vsId, id, locator).orElseThrow(PagesServlet::notFound);
  }

  private static UUID id(String path, int from) throws ProblemException {
    UUID id =
        path == null || path.length() < from + 36
            ? null
            : Ids.parse(path.substring(from, from + 36));
    if (id == null) {
      throw notFound();
    }
    return id;
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound("there is no such page"));
  }

  private void answer(HttpServletRequest request, HttpServletResponse response, PageMaker page)
      throws IOException {
    reads.answer(
        request,
        response,
        () -> {
          byte[] html = page.make().getBytes(StandardCharsets.UTF_8);
          return new StoreReadPool.Found(out -> send(out, html), html.length);
        });
  }

  private static void send(HttpServletResponse response, byte[] html) throws IOException {
    SecurityHeaders.set(response);
    response.setContentType("text/html;charset=UTF-8");
    response.setHeader("Cache-Control", "no-store");
    response.setContentLength(html.length);
    response.getOutputStream().write(html);
  }

  private interface PageMaker {
    String make() throws StoreException, ProblemException;
  }
}
