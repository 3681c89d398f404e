package io.perfline.recorder.ingress.http;

import java.util.UUID;

/** Addresses of recordings within the server. */
final class Location {

  private Location() {}

  /** Where a service's recordings are. */
  static String all(String contextPath, UUID vsId) {
    return contextPath + "/virtual-services/" + vsId + "/recordings";
  }

  /** Where one recording is; {@code locator} makes finding it quick. */
  static String one(String contextPath, UUID vsId, UUID id, String locator) {
    StringBuilder text =
        new StringBuilder(160)
            .append(contextPath)
            .append("/virtual-services/")
            .append(vsId)
            .append("/recordings/")
            .append(id);
    return locator.isEmpty() ? text.toString() : text.append("?at=").append(locator).toString();
  }
}
