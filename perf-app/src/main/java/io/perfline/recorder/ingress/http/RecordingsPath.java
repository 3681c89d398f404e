package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.Ids;
import java.util.UUID;

/**
 * What a path below {@code /virtual-services} names.
 *
 * @param vsId the virtual service
 * @param id one recording of it, or null for all
 * @param data whether the path is that recording's data alone
 */
record RecordingsPath(UUID vsId, UUID id, boolean data) {

  private static final int ID_LENGTH = 36;
  private static final String ALL = "/recordings";
  private static final String DATA = "/data";

  /** Reads {@code /{vsId}/recordings[/{id}[/data]]}. */
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
      throw new ProblemException(Problem.notFound("there is no such thing of a virtual service"));
    }
    String rest = path.substring(afterAll + 1);
    boolean data = rest.endsWith(DATA);
    String id = data ? rest.substring(0, rest.length() - DATA.length()) : rest;
    return new RecordingsPath(vsId, id("recording", id), data);
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
