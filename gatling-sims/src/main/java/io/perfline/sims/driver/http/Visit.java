package io.perfline.sims.driver.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.file.Json;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * All that the recorder shows of a service: the page of its recordings with style sheet, script and
 * picture, the page of one of them, then both as JSON, and that one's data. The page of all
 * services is none of it: in a topic it is looked for among thousands of records, which costs by
 * chance what all the others do not.
 */
final class Visit {

  private Visit() {}

  /**
   * In the order in which they are asked for; the one recording is the newest.
   *
   * @param recorder where the recorder is deployed
   * @param service that has recordings
   * @throws DriverException when the recorder lists none
   */
  static List<HttpAddress> addresses(URI recorder, UUID service, Duration timeout) {
    String list = "virtual-services/" + service + "/recordings";
    String newest = newest(URI.create(recorder + "/" + list + "?size=1"), timeout);
    int at = newest.indexOf('?') < 0 ? newest.length() : newest.indexOf('?');
    String locator = newest.substring(at);
    String id = newest.substring(newest.lastIndexOf('/', at) + 1, at);
    String page = "services/" + service;
    return Stream.of(
            page,
            "assets/recorder.css",
            "assets/recorder.js",
            "assets/recorder.svg",
            page + "/" + id + locator,
            list,
            list + "/" + id + locator,
            list + "/" + id + "/data" + locator)
        .map(path -> HttpAddress.of(URI.create(recorder + "/" + path)))
        .toList();
  }

  /** Where the newest recording is, as the list says. */
  private static String newest(URI list, Duration timeout) {
    try {
      HttpURLConnection connection = (HttpURLConnection) list.toURL().openConnection();
      connection.setConnectTimeout(Math.toIntExact(timeout.toMillis()));
      connection.setReadTimeout(Math.toIntExact(timeout.toMillis()));
      try (InputStream answer = connection.getInputStream()) {
        JsonNode first = Json.MAPPER.readTree(answer).at("/recordings/0/location");
        if (!first.isTextual()) {
          throw new IOException("no recording is listed, though some were stored");
        }
        return first.textValue();
      }
    } catch (IOException e) {
      throw new DriverException(
          "cannot find the recording to be shown at %s: %s".formatted(list, e.getMessage()), e);
    }
  }
}
