package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.Page;
import io.perfline.recorder.core.RecordingSummary;
import io.perfline.recorder.message.Recording;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/** Creates the HTML of the three pages: services, recordings and a single recording. */
final class Pages {

  /**
   * The head of the table of recordings. Explicit roles are needed because narrow screens show rows
   * as blocks, which removes their implicit roles.
   */
  private static final String TABLE_HEAD =
      """
      <table role="table">
      <thead role="rowgroup"><tr role="row">
      <th role="columnheader" scope="col">Recorded</th>
      <th role="columnheader" scope="col">Status</th>
      <th role="columnheader" scope="col">URL</th>
      <th role="columnheader" scope="col">Recording</th>
      </tr></thead>
      <tbody role="rowgroup">
      """;

  private Pages() {}

  static String services(String context, String store, Page<UUID> page) {
    Html html = Html.page(context, "Services");
    html.raw("<p>Virtual services with recordings in the store <strong>")
        .text(store)
        .raw("</strong>.</p>\n");
    if (page.items().isEmpty()) {
      html.raw(
          page.next().isEmpty()
              ? "<p>None here. Post a recording, and its service appears.</p>\n"
              : "<p>No other service among the recordings of this page.</p>\n");
    } else {
      html.raw("<ul class=\"services\">\n");
      for (UUID service : page.items()) {
        html.raw("<li>").link(context + "/services/" + service, service.toString()).raw("</li>\n");
      }
      html.raw("</ul>\n");
    }
    return html.next(next(context + "/", page.next())).end();
  }

  static String recordings(String context, UUID vsId, Page<RecordingSummary> page) {
    Html html = Html.page(context, "Recordings");
    html.raw("<p>Of service <code>").text(vsId.toString()).raw("</code>, newest first.</p>\n");
    if (page.items().isEmpty()) {
      html.raw("<p>None here.</p>\n");
    } else {
      html.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Recordings\">\n")
          .raw(TABLE_HEAD);
      page.items().forEach(summary -> row(html, context, summary));
      html.raw("</tbody>\n</table>\n</div>\n");
    }
    return html.next(next(context + "/services/" + vsId, page.next())).end();
  }

  private static void row(Html html, String context, RecordingSummary summary) {
    String address = context + "/services/" + summary.vsId() + "/" + summary.id();
    html.raw("<tr role=\"row\"><td role=\"cell\">");
    time(html, summary.time());
    html.raw("</td><td role=\"cell\">")
        .text(Integer.toString(summary.status()))
        .raw("</td><td role=\"cell\" class=\"url\"><div>")
        .text(summary.url())
        .raw("</div></td><td role=\"cell\" class=\"id\">")
        .link(at(address, summary.locator()), summary.id().toString())
        .raw("</td></tr>\n");
  }

  static String recording(String context, Recording recording, String locator) {
    Html html = Html.page(context, "Recording");
    String service = context + "/services/" + recording.vsId();
    html.raw("<dl>\n<dt>Id</dt><dd><code>")
        .text(recording.id().toString())
        .raw("</code></dd>\n<dt>Service</dt><dd>")
        .link(service, recording.vsId().toString())
        .raw("</dd>\n<dt>URL</dt><dd class=\"url\">")
        .text(recording.url())
        .raw("</dd>\n<dt>Status</dt><dd>")
        .text(Integer.toString(recording.status()))
        .raw("</dd>\n<dt>Recorded</dt><dd>");
    time(html, recording.time());
    String data =
        "/virtual-services/" + recording.vsId() + "/recordings/" + recording.id() + "/data";
    html.raw("</dd>\n<dt>Data</dt><dd>")
        .link(at(context + data, locator), recording.data().length + " bytes")
        .raw("</dd>\n</dl>\n");
    data(html, recording.data());
    return html.end();
  }

  private static void data(Html html, byte[] data) {
    String text = Bytes.text(data);
    html.raw("<h2>As text</h2>\n");
    if (text == null) {
      html.raw("<p>The data are not UTF-8 text.</p>\n");
    } else {
      shown(html, "text", text, data.length, Bytes.SHOWN_AS_TEXT);
    }
    html.raw("<h2>As hex</h2>\n");
    shown(html, "hex", Bytes.hex(data), data.length, Bytes.SHOWN_AS_HEX);
  }

  private static void shown(Html html, String form, String what, int length, int shown) {
    if (length > shown) {
      html.raw("<p>The first ").text(Integer.toString(shown)).raw(" bytes:</p>\n");
    }
    html.raw("<pre tabindex=\"0\" role=\"region\" class=\"")
        .text(form)
        .raw("\" aria-label=\"Data as ")
        .text(form)
        .raw("\">")
        .text(what)
        .raw("</pre>\n");
  }

  private static void time(Html html, long millis) {
    String text = Instant.ofEpochMilli(millis).toString();
    html.raw("<time datetime=\"").text(text).raw("\">").text(text).raw("</time>");
  }

  private static String at(String address, String locator) {
    return locator.isEmpty() ? address : address + "?at=" + encode(locator);
  }

  private static String next(String address, String cursor) {
    return cursor.isEmpty() ? null : address + "?cursor=" + encode(cursor);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
