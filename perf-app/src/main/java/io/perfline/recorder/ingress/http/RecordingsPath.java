package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.Ids;
import java.util.UUID;

/**
 * A path below {@code /virtual-services}.
 *
 * @param vsId the virtual service
 * @param id a recording of this service; null for all
 * @param data whether the path is that of the recording's data
 */
record RecordingsPath(UUID vsId, UUID id, boolean data) {

  private static final int ID_LENGTH = 36;
  private static final String ALL = "/recordings";
  private static final String DATA = "/data";

  /** Parses {@code /{vsId}/recordings[/{id}[/data]]}. */
  static RecordingsPath parse(String path) throws ProblemException {
    int afterId = 1 + ID_LENGTH;
    if (path == null || !path.startsWith(ALL, afterId)) {
      throw new ProblemException(
          Problem.notFound("there is only /virtual-services/{vsId}/recordings[/{id}[/data]]"));
    }
    UUID vsId = id("virtual service", path.substring(1, afterId));
    int afterAll = afterId + ALL.length();
    if (path.length() == afterAll) {
      return new RecordingsPath(vsId, null, false);
    }
    if (path.charAt(afterAll) != '/') {
      throw new ProblemException(Problem.notFound("a virtual service has no such resource"));
    }
    String rest = path.substring(afterAll + 1);
    boolean data = rest.endsWith(DATA);
    String id = data ? rest.substring(0, rest.length() - DATA.length()) : rest;
    return new RecordingsPath(vsId, id("recording", id), data);
  }

  static String location(String contextPath, UUID vsId) {
    return contextPath + "/virtual-services/" + vsId + ALL;
  }

  /** Returns the path of a recording, with a locator that makes finding it faster. */
  static String location(String contextPath, UUID vsId, UUID id, String locator) {
    String path = contextPath + "/virtual-services/" + vsId + "/recordings/" + id;
    return locator.isEmpty() ? path : path + "?at=" + locator;
  }

  private static UUID id(String what, String text) throws ProblemException {
    UUID id = Ids.parse(text);
    if (id == null) {
      throw new ProblemException(
          Problem.notFound("the id of a " + what + " is a UUID of 36 characters"));
    }
    return id;
  }
}
