package io.perfline.sims.driver.http;

import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RecorderAnswers;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * All that the recorder shows: the page of all services with style sheet, script and picture, the
 * page of one service's recordings and that of one of them, then both as JSON, and that one's data.
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
  static List<HttpAddress> addresses(URI recorder, UUID service) {
    String list = "virtual-services/" + service + "/recordings";
    String newest = newest(recorder, "/" + list + "?size=1");
    int at = newest.indexOf('?') < 0 ? newest.length() : newest.indexOf('?');
    String locator = newest.substring(at);
    String id = newest.substring(newest.lastIndexOf('/', at) + 1, at);
    String page = "services/" + service;
    return Stream.of(
            "",
            "assets/recorder.css",
            "assets/recorder.js",
            "assets/recorder.svg",
            page,
            page + "/" + id + locator,
            list,
            list + "/" + id + locator,
            list + "/" + id + "/data" + locator)
        .map(path -> HttpAddress.of(URI.create(recorder + "/" + path)))
        .toList();
  }

  /** Where the newest recording is, as the list says. */
  private static String newest(URI recorder, String list) {
    try {
      String newest = new RecorderAnswers(recorder).get(list).at("/recordings/0/location").asText();
      if (newest.isEmpty()) {
        throw new DriverException(
            "the recorder lists at %s%s none of the recordings that were stored to be shown"
                .formatted(recorder, list));
      }
      return newest;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while " + recorder + list + " was asked for", e);
    }
  }
}
